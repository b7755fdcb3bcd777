import { inspect } from '../../plugin/debug.js';
import type { CollisionPlugin } from '../../plugin.js';
import type { StepCounters } from '../../systems/step-counters.js';
import { LAYERS } from '../layer-kinds.js';
import type { DebugLayers, LayerName } from '../layers.js';
import { button, make, STYLE, section } from './elements.js';
import { EntitySettings } from './entity-settings.js';
import { colourOfStage, Graph } from './graph.js';
import { History } from './history.js';

/** What `attachInspector` takes. */
export interface InspectorOptions {
  /** Whose steps are shown. */
  readonly plugin: CollisionPlugin;
  /** The element that the panel is put into; colours and type are its own. */
  readonly container: HTMLElement;
  /** Makes one step of the page: what moves by itself, and the plugin's step. */
  readonly step: () => void;
  /** Tells of each change between paused and not. */
  readonly onPause?: (paused: boolean) => void;
  /** Switches for these are shown. */
  readonly layers?: DebugLayers;
  /** How many steps can be taken back; 120 by default. A snapshot each: 0 for worlds of very many triangles. */
  readonly history?: number;
  /**
   * While it runs, one step of so many is noted, and stepping back goes to it; 1 by default. More where a snapshot, which grows
   * with the number of bodies, takes too much of a frame. Steps that are made by hand are all noted.
   */
  readonly noteEvery?: number;
  /**
   * For what the page has beside the plugin: notes it before each step, and returns what makes it so again when the step is
   * taken back.
   */
  readonly remember?: () => () => void;
}

/** A panel with every stage's time and counts, settings, pause, single steps in both directions, and frames to be saved. */
export interface Inspector {
  /** Whether the page shall make no steps by itself. */
  paused: boolean;
  /** Before each step: keeps what is needed to take it back. */
  beforeStep(): void;
  /** After each step: takes down what its stages took. */
  afterStep(): void;
  /** Once a frame: shows what was taken down. */
  sync(): void;
  /** Forgets the steps so far: after the world was made anew. */
  forget(): void;
  /** Shows an entity's settings: after a pick. */
  choose(entity: number): void;
  /** The state before the last step that was noted, as `npm run conform -- replay FILE` takes it. */
  frame(): Uint8Array<ArrayBuffer>;
  /** Takes the panel out of the page. */
  dispose(): void;
}

/** Milliseconds between two readings: figures that change with every frame cannot be read. */
const READING = 200;

/**
 * Puts a panel into an element of the page: what each stage took and did, settings of an entity, pause, single steps.
 */
export function attachInspector(options: InspectorOptions): Inspector {
  const { plugin, container, step, layers } = options;
  const inspection = inspect(plugin);
  const history = new History(plugin, options.history ?? 120, options.remember);
  const graph = new Graph(inspection.stages.length);
  const settings = new EntitySettings(plugin);
  const readings = [...inspection.stages.map(() => make('td')), make('td')];
  const counts = new Map<keyof StepCounters, HTMLTableCellElement>();
  const noteEvery = options.noteEvery ?? 1;
  let paused = false;
  let nextReading = 0;
  let unnoted = noteEvery;

  const pause = button('Pause', 'Stop and go (space)', () => {
    setPaused(!paused);
  });
  pause.className = 'fc-pause';
  const panel = make('section', { className: 'fc-inspector' }, [
    make('style', { textContent: STYLE }),
    make('div', { className: 'row' }, [
      pause,
      button('Back', 'Take the last step back', back),
      button('Step', 'Make one step', forward),
      button('Save frame', 'For npm run conform -- replay', save),
    ]),
    graph.canvas,
    section('Stages', true, [make('table', {}, [...inspection.stages.map(stageRow), totalRow()])]),
    section('Counts', false, [make('table', {}, Object.keys(plugin.counters).map(countRow))]),
    ...(layers ? [section('Layers', false, layerSwitches(layers))] : []),
    section('Entity', false, [settings.element]),
  ]);
  panel.setAttribute('aria-label', 'Inspector');
  container.append(panel);

  function setPaused(on: boolean): void {
    if (on === paused) return;
    paused = on;
    options.onPause?.(on);
    pause.textContent = on ? 'Play' : 'Pause';
  }

  function back(): void {
    setPaused(true);
    history.back();
    show();
  }

  function forward(): void {
    setPaused(true);
    step();
    show();
  }

  function frame(): Uint8Array<ArrayBuffer> {
    return history.last ?? plugin.snapshot();
  }

  function save(): void {
    const link = make('a', {
      href: URL.createObjectURL(new Blob([frame()])),
      download: `step-${plugin.clock.step}.frame`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  function stageRow(name: string, i: number): HTMLTableRowElement {
    const mark = make('i');
    mark.style.background = colourOfStage(i);
    return make('tr', {}, [make('th', { scope: 'row' }, [mark, name]), readings[i]]);
  }

  function totalRow(): HTMLTableRowElement {
    return make('tr', {}, [
      make('th', { scope: 'row', textContent: 'step' }),
      readings[inspection.stages.length],
    ]);
  }

  function countRow(name: string): HTMLTableRowElement {
    const cell = make('td');
    counts.set(name as keyof StepCounters, cell);
    return make('tr', {}, [make('th', { scope: 'row', textContent: name }), cell]);
  }

  function show(): void {
    graph.draw();
    let sum = 0;
    inspection.milliseconds.forEach((ms, i) => {
      sum += ms;
      readings[i].textContent = `${ms.toFixed(2)} ms`;
    });
    readings[inspection.stages.length].textContent = `${sum.toFixed(2)} ms`;
    for (const [name, cell] of counts) cell.textContent = plugin.counters[name].toLocaleString('en');
    settings.sync();
  }

  return {
    get paused() {
      return paused;
    },
    set paused(on) {
      setPaused(on);
    },
    beforeStep() {
      const isDue = paused || unnoted + 1 >= noteEvery;
      unnoted = isDue ? 0 : unnoted + 1;
      if (isDue) history.note();
    },
    afterStep: () => graph.add(inspection.milliseconds),
    sync() {
      const now = performance.now();
      if (now < nextReading) return;
      nextReading = now + READING;
      show();
    },
    forget: () => history.forget(),
    choose: (entity) => settings.choose(entity),
    frame,
    dispose: () => panel.remove(),
  };
}

function layerSwitches(layers: DebugLayers): HTMLElement[] {
  const switches = Object.entries(LAYERS).map(([name, { title }]) => {
    const input = make('input', { type: 'checkbox', checked: layers.isShown(name as LayerName) });
    input.addEventListener('change', () => layers.show(name as LayerName, input.checked));
    return make('label', {}, [input, title]);
  });
  const level = make('input', { type: 'number', min: '0', max: '24', step: '1' });
  level.value = String(layers.settings.level);
  level.addEventListener('change', () => {
    layers.settings.level = level.valueAsNumber;
  });
  return [...switches, make('label', {}, ['Level of trees', level])];
}
