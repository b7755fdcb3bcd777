/** Lets everything else that waits (input, frames, timers) have its turn. */
export interface TaskGate {
  nextTask(): Promise<void>;
  /** To be called at the end: an open channel would keep a Node process alive. */
  close(): void;
}

/**
 * Node has setImmediate; messages would not do there, for it delivers a thousand of them before it looks at a timer.
 * Browsers have channels, which they do not hold back as they do a timer: by 4 ms when nested, by a second in a hidden
 * tab.
 */
export function openTaskGate(): TaskGate {
  const { setImmediate } = globalThis as { setImmediate?: (call: () => void) => void };
  if (setImmediate !== undefined) return gateOf((resolve) => setImmediate(resolve));
  if (typeof MessageChannel === 'undefined') return gateOf((resolve) => setTimeout(resolve, 0));
  const { port1, port2 } = new MessageChannel();
  const post = (resolve: () => void) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  };
  return gateOf(post, () => port1.close());
}

function gateOf(schedule: (resolve: () => void) => void, close: () => void = () => {}): TaskGate {
  return { nextTask: () => new Promise(schedule), close };
}
