// While nothing moves and nobody touches it, a page draws one frame of so many: what a switch changed shows soon enough.
import type { Stage } from './babylon-stage.js';

const DRAWN = 10;

export class Rest {
  readonly #scene: Stage['scene'];
  #isStale = true;
  #frame = 0;

  constructor({ scene, camera }: Stage) {
    this.#scene = scene;
    const touched = () => this.wake();
    scene.onPointerObservable.add(touched);
    scene.onKeyboardObservable.add(touched);
    camera.onViewMatrixChangedObservable.add(touched);
  }

  /** The next frame is drawn. */
  wake(): void {
    this.#isStale = true;
  }

  /** Asked once a frame in which nothing moves by itself. */
  skips(): boolean {
    return !this.#isStale && this.#frame++ % DRAWN !== 0;
  }

  /** Before a frame is drawn: what is not compiled yet is not drawn yet. */
  drawing(): void {
    this.#isStale = !this.#scene.isReady();
  }
}
