/** Calls as JavaScript does, where no type stands between a caller and a wrong argument. */
export function callUntyped(call: (...args: never[]) => unknown, ...args: unknown[]): unknown {
  return Reflect.apply(call, undefined, args);
}
