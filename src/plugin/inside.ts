import { FirstContactError } from '../errors.js';
import type { StepContext } from '../systems/context.js';
import { changeGravity } from '../systems/gravity.js';
import { checkedGravity } from './options.js';

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

/** Whatever the plugin moves falls this way from the next step on, in metres per square second. */
export function setGravity(plugin: object, gravity: readonly [x: number, y: number, z: number]): void {
  const context = insideOf(plugin)?.context;
  if (context === undefined) throw noPlugin('What gravity is set of');
  changeGravity(context, checkedGravity(gravity));
}

export function noPlugin(what: string): FirstContactError {
  return new FirstContactError(
    'BAD_SETTING',
    `${what} is no plugin of this copy of the package`,
    'Pass what createCollisionPlugin() of the same first-contact gave.',
  );
}
