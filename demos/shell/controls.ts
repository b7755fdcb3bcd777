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

export class Controls {
  readonly panel = element('form', { className: 'controls' });

  constructor() {
    this.panel.setAttribute('aria-label', 'Controls');
    this.panel.addEventListener('submit', (event) => event.preventDefault());
  }

  slider({ label, min, max, step, value, show = String }: Slider, changed: (value: number) => void): void {
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
    const caption = element('span', { className: 'caption' }, [label, reading]);
    this.panel.append(element('label', {}, [caption, input]));
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
