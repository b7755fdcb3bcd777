import { query } from 'bitecs';
import type { CollisionSettings, RigidBody } from '../../components/index.js';
import type { CollisionPlugin } from '../../plugin.js';
import { make } from './elements.js';

/** What may be changed while it runs, and of which values. */
const SETTINGS = {
  thickness: { min: 0, step: 0.001 },
  tolerance: { min: 0, step: 0.001 },
  friction: { min: 0, step: 0.05 },
  restitution: { min: 0, step: 0.05 },
  frictionRule: { min: 0, step: 1, max: 7 },
  restitutionRule: { min: 0, step: 1, max: 7 },
  material: { min: 0, step: 1, max: 255 },
  selfCollision: { min: 0, step: 1, max: 1 },
  collider: { min: 0, step: 1, max: 2 },
  rigid: { min: 0, step: 1, max: 2 },
  advancement: { min: 0, step: 1, max: 2 },
  stages: { min: 0, step: 1, max: 15 },
  gpuCulling: { min: 0, step: 1, max: 2 },
} as const satisfies Partial<Record<keyof CollisionSettings, object>>;

const BODY = {
  mass: { min: 0.001, step: 0.1 },
  gravityScale: { min: -10, step: 0.1 },
  linearDamping: { min: 0, step: 0.1 },
  angularDamping: { min: 0, step: 0.1 },
} as const satisfies Partial<Record<keyof RigidBody, object>>;

interface Range {
  readonly min: number;
  readonly step: number;
  readonly max?: number;
}

/** The columns of one entity, to be changed live. */
export class EntitySettings {
  readonly element: HTMLElement;
  readonly #plugin: CollisionPlugin;
  readonly #choice = make('select');
  readonly #rows: readonly HTMLTableRowElement[];
  readonly #reads: (() => void)[] = [];
  #listed = '';

  constructor(plugin: CollisionPlugin) {
    this.#plugin = plugin;
    const { CollisionSettings, RigidBody } = plugin.components;
    this.#choice.setAttribute('aria-label', 'Entity');
    this.#choice.addEventListener('change', () => this.#read());
    this.#rows = [
      ...Object.entries(SETTINGS).map(([name, range]) =>
        this.#row(name, range, CollisionSettings[name as keyof typeof SETTINGS]),
      ),
      ...Object.entries(BODY).map(([name, range]) =>
        this.#row(name, range, RigidBody[name as keyof typeof BODY]),
      ),
    ];
    const table = make('table', {}, this.#rows);
    this.element = make('div', {}, [make('label', {}, ['Entity', this.#choice]), table]);
  }

  get entity(): number {
    return Number(this.#choice.value);
  }

  choose(entity: number): void {
    this.#list();
    this.#choice.value = String(entity);
    this.#read();
  }

  sync(): void {
    this.#list();
  }

  #row(name: string, range: Range, column: Float64Array | Uint8Array): HTMLTableRowElement {
    const input = make('input', { type: 'number', min: String(range.min), step: String(range.step) });
    if (range.max !== undefined) input.max = String(range.max);
    input.setAttribute('aria-label', name);
    this.#reads.push(() => {
      input.value = String(column[this.entity]);
    });
    input.addEventListener('change', () => {
      const value = input.valueAsNumber;
      const isAllowed = value >= range.min && value <= (range.max ?? Number.MAX_VALUE);
      if (isAllowed) column[this.entity] = value;
      else input.value = String(column[this.entity]);
    });
    return make('tr', {}, [make('th', { scope: 'row', textContent: name }), make('td', {}, [input])]);
  }

  /** Names of entities, where they are others than before. */
  #list(): void {
    const { components, world } = this.#plugin;
    const entities = [...query(world, [components.Bvh])];
    const listed = entities.join();
    if (listed === this.#listed) return;
    this.#listed = listed;
    const before = this.#choice.value;
    const kind = (entity: number) => (components.Bvh.nodes[entity] === 0 ? 'rigid' : 'deformable');
    this.#choice.replaceChildren(
      ...entities.map((entity) =>
        make('option', { value: String(entity), textContent: `${entity} (${kind(entity)})` }),
      ),
    );
    if (entities.includes(Number(before))) this.#choice.value = before;
    this.#read();
  }

  #read(): void {
    for (const read of this.#reads) read();
  }
}
