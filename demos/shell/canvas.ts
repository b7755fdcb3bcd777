// A canvas with as many pixels as the screen has where it lies.

export type Resized = (width: number, height: number) => void;

/** Calls `resized` with the size in device pixels, at once and at every change of layout or zoom. */
export function keepSharp(canvas: HTMLCanvasElement, resized: Resized): void {
  const observer = new ResizeObserver(([entry]) => {
    if (!entry) return;
    const [width, height] = devicePixels(entry);
    if (width > 0 && height > 0) resized(width, height);
  });
  try {
    observer.observe(canvas, { box: 'device-pixel-content-box' });
  } catch {
    // Safari has no such box: rounding may be off by one pixel there.
    observer.observe(canvas);
  }
}

function devicePixels(entry: ResizeObserverEntry): [width: number, height: number] {
  const width = Math.round(entry.contentRect.width * devicePixelRatio);
  const height = Math.round(entry.contentRect.height * devicePixelRatio);
  const exact = entry.devicePixelContentBoxSize?.[0];
  // Under an emulated pixel ratio (developer tools, test drivers) the exact size is that of the real screen.
  const emulated = exact && Math.abs(exact.inlineSize - width) > 1;
  return exact && !emulated ? [exact.inlineSize, exact.blockSize] : [width, height];
}
