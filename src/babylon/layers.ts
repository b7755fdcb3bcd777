import { DebugLines, inspect } from '../plugin/debug.js';
import type { CollisionPlugin } from '../plugin.js';
import type { BabylonMesh, BabylonModule, BabylonScene } from './engine.js';
import { LAYERS, type LayerSettings } from './layer-kinds.js';

/** A name of LAYERS. */
export type LayerName = keyof typeof LAYERS;

/** Layers of lines, each on or off. */
export interface DebugLayers {
  /** How long and how deep lines are drawn; may be changed. */
  readonly settings: LayerSettings;
  /** Turns a layer on or off. */
  show(name: LayerName, on: boolean): void;
  /** Whether a layer is on. */
  isShown(name: LayerName): boolean;
  /** After the steps, once a frame: draws the layers that are on. Those that are off cost nothing. */
  sync(): void;
  /** Lines that a layer drew last. */
  count(name: LayerName): number;
  /** Removes all lines. */
  dispose(): void;
}

/** Lines over the scene that show what the plugin does. All are off at first. */
export function attachLayers(options: {
  readonly BABYLON: unknown;
  readonly scene: unknown;
  readonly plugin: CollisionPlugin;
}): DebugLayers {
  const { plugin } = options;
  const looked = { plugin, inspection: inspect(plugin) };
  const shown = new Map<LayerName, LineMesh>();
  const settings: LayerSettings = { level: 3, normalLength: 0.1, velocitySeconds: 0.1 };
  const hide = (name: LayerName) => {
    shown.get(name)?.dispose();
    shown.delete(name);
  };
  return {
    settings,
    show(name, on) {
      if (!on) hide(name);
      else if (!shown.has(name)) {
        const colour = LAYERS[name].colour;
        shown.set(
          name,
          new LineMesh(options.BABYLON as BabylonModule, options.scene as BabylonScene, name, colour),
        );
      }
    },
    isShown: (name) => shown.has(name),
    sync() {
      for (const [name, mesh] of shown) {
        mesh.lines.clear();
        LAYERS[name].draw(looked, mesh.lines, settings);
        mesh.upload();
      }
    },
    count: (name) => shown.get(name)?.lines.count ?? 0,
    dispose() {
      for (const name of [...shown.keys()]) hide(name);
    },
  };
}

/** One Babylon mesh of lines, whose buffers are made anew only when they are too small. */
class LineMesh {
  readonly lines = new DebugLines();
  readonly #BABYLON: BabylonModule;
  readonly #mesh: BabylonMesh;
  #room = 0;

  constructor(
    BABYLON: BabylonModule,
    scene: BabylonScene,
    name: string,
    [red, green, blue]: readonly [number, number, number],
  ) {
    this.#BABYLON = BABYLON;
    this.#mesh = new BABYLON.LinesMesh(`layer ${name}`, scene as never, null, null, false, false);
    const { color } = this.#mesh as unknown as { color: { r: number; g: number; b: number } };
    Object.assign(color, { r: red, g: green, b: blue });
    // Lines are not what is picked, and where they are is not worth finding out.
    this.#mesh.alwaysSelectAsActiveMesh = true;
    this.#mesh.isPickable = false;
    this.#grow();
  }

  upload(): void {
    if (this.lines.positions.length !== this.#room) this.#grow();
    else this.#mesh.updateVerticesData('position', this.lines.positions);
    for (const part of this.#mesh.subMeshes) part.indexCount = 2 * this.lines.count;
  }

  dispose(): void {
    this.#mesh.dispose();
  }

  #grow(): void {
    const { positions } = this.lines;
    this.#room = positions.length;
    const data = new this.#BABYLON.VertexData();
    data.positions = positions;
    data.indices = new Uint32Array(positions.length / 3).map((_, i) => i);
    data.applyToMesh(this.#mesh as never, true);
    for (const part of this.#mesh.subMeshes) part.indexCount = 2 * this.lines.count;
  }
}
