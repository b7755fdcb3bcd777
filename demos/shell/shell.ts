// The page around a demo: header, canvas, explanation, controls and a line of figures. The explanation is the <article>
// in the demo's own index.html, the rest comes from here.
import { type Demo, demoAfter, demoNamed } from '../catalogue.js';
import { Controls } from './controls.js';
import { element } from './element.js';
import { Frames } from './frames.js';
import { STARTED } from './started.js';

export interface Shell {
  readonly canvas: HTMLCanvasElement;
  readonly controls: Controls;
  readonly frames: Frames;
  /** The line of figures below the picture. */
  status(text: string): void;
  /** The count of intersecting triangles, shown large: 0 is what it is about. */
  counter(count: number): void;
  /** A line on the other side of the picture, read whenever the count is. */
  note(read: () => string): void;
  /** Heads the picture's left half with our name and the count, its right half with another name and what `read` says. */
  rival(name: string, read: () => string): void;
  /** Tells of each change between running and paused. */
  onPause(changed: (running: boolean) => void): void;
  /** As the pause button does. */
  setRunning(running: boolean): void;
  /** Calls `frame` once a frame with the seconds to advance. The first call marks the page as started. */
  run(frame: (seconds: number) => void): void;
}

/** @param name the demo's folder; title and summary come from the catalogue */
export function openShell(name: string): Shell {
  const demo = demoNamed(name);
  const canvas = element('canvas', { tabIndex: 0 });
  canvas.setAttribute('aria-label', `${demo.title}: ${demo.summary}`);
  const figures = element('p', { className: 'status', textContent: 'Starting' });
  const meeting = element('p', { className: 'counter', hidden: true });
  const beside = element('p', { className: 'note', hidden: true });
  const stage = element('div', { className: 'stage' }, [canvas, meeting, beside, figures]);
  let readNote: (() => string) | undefined;
  const heads = ['', ''];
  const controls = new Controls();
  const listeners: ((running: boolean) => void)[] = [];
  const frames = new Frames();
  const pause = element('button', {
    type: 'button',
    className: 'pause',
    textContent: pauseName(frames.running),
  });
  const setRunning = (running: boolean) => {
    if (frames.running === running) return;
    frames.running = running;
    pause.textContent = pauseName(running);
    for (const changed of listeners) changed(running);
  };
  pause.addEventListener('click', () => setRunning(!frames.running));
  addEventListener('keydown', (event) => {
    // On a button or a switch, the space bar presses that.
    const isTaken =
      event.target instanceof Element && event.target.closest('button, input, select, summary, a');
    if (event.key !== ' ' || event.repeat || isTaken) return;
    event.preventDefault();
    setRunning(!frames.running);
  });
  const note = (read: () => string) => {
    readNote = read;
    beside.hidden = false;
  };
  // The gallery shows a page's picture in a frame of its own.
  const isPicture = new URLSearchParams(location.search).has('picture');
  document.documentElement.classList.toggle('picture', isPicture);
  const explanation = document.querySelector('article') ?? element('article');
  document.body.append(
    element('div', { className: 'shell' }, [
      header(demo),
      stage,
      element('main', { className: 'panel' }, [explanation, controls.panel]),
    ]),
  );

  return {
    canvas,
    controls,
    frames,
    status: (text) => {
      figures.textContent = text;
    },
    counter: (count) => {
      meeting.hidden = false;
      meeting.classList.toggle('bad', count > 0);
      meeting.textContent = `${heads[0]}${count} intersections`;
      beside.textContent = `${heads[1]}${readNote?.() ?? ''}`;
    },
    note,
    rival: (name, read) => {
      note(read);
      heads.splice(0, 2, 'first-contact\n', `${name}\n`);
      stage.classList.add('halved');
    },
    onPause: (changed) => {
      listeners.push(changed);
      changed(frames.running);
    },
    setRunning,
    run: (frame) => {
      controls.panel.prepend(pause);
      let started = false;
      frames.start((seconds) => {
        frame(seconds);
        if (started) return;
        started = true;
        document.documentElement.dataset.startedAfter = performance.now().toFixed(0);
        if (isPicture) parent.postMessage(STARTED, location.origin);
      });
    },
  };
}

function header(demo: Demo): HTMLElement {
  const next = demoAfter(demo);
  return element('header', {}, [
    element('a', { className: 'back', href: '../', textContent: 'first-contact' }),
    element('h1', { textContent: demo.title }),
    element('a', { className: 'source', href: './main.ts.txt', textContent: 'Source' }),
    element('a', { className: 'next', href: `../${next.name}/`, title: next.title, textContent: 'Next' }),
  ]);
}

function pauseName(running: boolean): string {
  return running ? 'Pause' : 'Play';
}
