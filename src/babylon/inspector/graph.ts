const WIDTH = 260;
const HEIGHT = 56;

/** One colour a stage, far enough apart to be told on light and on dark. */
const COLOURS = [
  '#4c78a8',
  '#f58518',
  '#e45756',
  '#72b7b2',
  '#54a24b',
  '#eeca3b',
  '#b279a2',
  '#ff9da6',
  '#9d755d',
  '#8a8a94',
  '#2f8fcf',
  '#b5a000',
];

export function colourOfStage(stage: number): string {
  return COLOURS[stage % COLOURS.length];
}

/** A frame at 60 a second, in milliseconds. */
const FRAME = 1000 / 60;

/** The last steps' stages as stacked bars, the newest on the right. */
export class Graph {
  readonly canvas: HTMLCanvasElement;
  readonly #stages: number;
  readonly #bars: Float64Array;
  #next = 0;

  constructor(stages: number) {
    this.#stages = stages;
    this.#bars = new Float64Array(stages * WIDTH);
    this.canvas = document.createElement('canvas');
    this.canvas.width = WIDTH;
    this.canvas.height = HEIGHT;
    this.canvas.setAttribute('role', 'img');
  }

  /** Takes the milliseconds of each stage of a step. */
  add(milliseconds: Float64Array): void {
    this.#bars.set(milliseconds, this.#next * this.#stages);
    this.#next = (this.#next + 1) % WIDTH;
  }

  draw(): void {
    const context = this.canvas.getContext('2d');
    if (context === null) return;
    const most = this.#tallest();
    context.clearRect(0, 0, WIDTH, HEIGHT);
    for (let x = 0; x < WIDTH; x++) {
      const bar = ((this.#next + x) % WIDTH) * this.#stages;
      let y = HEIGHT;
      for (let stage = 0; stage < this.#stages; stage++) {
        const height = (this.#bars[bar + stage] / most) * HEIGHT;
        context.fillStyle = colourOfStage(stage);
        context.fillRect(x, y - height, 1, height);
        y -= height;
      }
    }
    this.#drawScale(context, most);
    this.canvas.setAttribute('aria-label', `Milliseconds a step, up to ${most.toFixed(1)}`);
  }

  /** How long the longest step took, and a dashed line as high as a frame where some were longer. */
  #drawScale(context: CanvasRenderingContext2D, most: number): void {
    const colour = getComputedStyle(this.canvas).color;
    context.fillStyle = colour;
    context.font = '10px sans-serif';
    context.fillText(`${most.toFixed(1)} ms`, 4, 11);
    if (most <= FRAME) return;
    const y = Math.round(HEIGHT * (1 - FRAME / most)) + 0.5;
    context.strokeStyle = colour;
    context.setLineDash([3, 3]);
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(WIDTH, y);
    context.stroke();
  }

  #tallest(): number {
    let most = 0.5;
    for (let bar = 0; bar < WIDTH; bar++) {
      let sum = 0;
      for (let stage = 0; stage < this.#stages; stage++) sum += this.#bars[bar * this.#stages + stage];
      most = Math.max(most, sum);
    }
    return most;
  }
}
