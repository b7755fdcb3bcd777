// The panel of sliders, switches and buttons beside a demo.
import { element } from './element.js';

export interface Slider {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** How the number reads beside the label: `(n) => `${n} cm``. */
  readonly show?: (value: number) => string;
}

/** A slider that the page moves, too. */
export interface Shown {
  show(value: number, max?: number): void;
}

export class Controls {
  readonly panel = element('form', { className: 'controls' });

  constructor() {
    this.panel.setAttribute('aria-label', 'Controls');
    this.panel.addEventListener('submit', (event) => event.preventDefault());
  }

  slider({ label, min, max, step, value, show = String }: Slider, changed: (value: number) => void): Shown {
    // The limits before the value: a range clamps what it is given.
    const input = Object.assign(element('input', { type: 'range' }), {
      min: String(min),
      max: String(max),
      step: String(step),
      value: String(value),
    });
    const reading = element('output', { textContent: show(value) });
    input.addEventListener('input', () => {
      reading.textContent = show(input.valueAsNumber);
      changed(input.valueAsNumber);
    });
    this.#append(label, reading, input);
    return {
      show(shown, most = Number(input.max)) {
        input.max = String(most);
        input.valueAsNumber = shown;
        reading.textContent = show(shown);
      },
    };
  }

  /** The share of the real time that it goes. */
  pace(share: number, changed: (share: number) => void): void {
    const show = (percent: number) => (percent === 100 ? 'as it is' : `${percent} %`);
    const time = { label: 'Time', min: 5, max: 100, step: 5, value: 100 * share, show };
    this.slider(time, (percent) => changed(percent / 100));
  }

  /** How much of something is there: what it returns tells it. */
  progress(label: string): (done: number, all: number) => void {
    const bar = element('progress');
    const reading = element('output');
    this.#append(label, reading, bar);
    return (done, all) => {
      Object.assign(bar, { max: all, value: done });
      reading.textContent = `${done} of ${all}`;
    };
  }

  #append(label: string, reading: HTMLOutputElement, input: HTMLElement): void {
    // A label belongs to the first thing in it that can have one: without the id, that is the reading.
    Object.assign(input, { id: `control-${this.panel.childElementCount}`, ariaLabel: label });
    const caption = element('span', { className: 'caption' }, [label, reading]);
    this.panel.append(element('label', { htmlFor: input.id }, [caption, input]));
  }

  toggle(label: string, on: boolean, changed: (on: boolean) => void): void {
    const input = element('input', { type: 'checkbox', checked: on });
    input.addEventListener('change', () => changed(input.checked));
    this.panel.append(element('label', { className: 'toggle' }, [input, label]));
  }

  button(label: string, pressed: (button: HTMLButtonElement) => void): HTMLButtonElement {
    const button = element('button', { type: 'button', textContent: label });
    button.addEventListener('click', () => pressed(button));
    this.panel.append(button);
    return button;
  }
}
