// The clock of a demo: one call a frame while it runs, with a pause button's state.

export class Frames {
  /** Seconds that the demo has run, pauses left out. */
  time = 0;
  running: boolean;

  constructor() {
    // Whoever asked the system for less motion starts it by hand.
    this.running = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** `frame` is told how many seconds to advance: 0 while paused. */
  start(frame: (seconds: number) => void): void {
    let before = performance.now();
    const next = (now: number) => {
      // A tab that was in the background comes back with one frame, not with all that it missed.
      const seconds = this.running ? Math.min(Math.max(now - before, 0) / 1000, 0.1) : 0;
      before = now;
      this.time += seconds;
      // A frame that throws is the last one: its error is shown once, and the picture stays for a look.
      frame(seconds);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }
}
