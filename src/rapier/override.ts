/**
 * Puts another method onto one object of Rapier's, which does not tell when it is called. Returns what takes it away
 * again. `replace` is given the one that is there.
 */
export function override<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  replace: (before: Target[Name]) => Target[Name],
): () => void {
  const before = target[name];
  // one that its owner had put there, or its class's
  const isOwn = Object.hasOwn(target, name);
  const ours = replace(before);
  target[name] = ours;
  return () => {
    // whoever has put another one there since keeps it
    if (target[name] !== ours) return;
    if (isOwn) target[name] = before;
    else Reflect.deleteProperty(target, name);
  };
}
