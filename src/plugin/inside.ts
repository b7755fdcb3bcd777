import type { StepContext } from '../systems/context.js';

/** What a plugin keeps to itself, for what looks inside without being part of the core. */
export interface Inside {
  readonly context: StepContext;
  /** What each stage took in the last step, in the order of stages; 0 until somebody looks: a clock's readings are objects. */
  readonly milliseconds: Float64Array;
  isTimed: boolean;
}

const insides = /* @__PURE__ */ new WeakMap<object, Inside>();

export function keepInside(plugin: object, inside: Inside): void {
  insides.set(plugin, inside);
}

export function insideOf(plugin: object): Inside | undefined {
  return insides.get(plugin);
}
