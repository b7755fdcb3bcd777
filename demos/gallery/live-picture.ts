// A demo's page as a moving picture, in place of its thumbnail: once the gallery is there, and only while it can be seen.
import type { Demo } from '../catalogue.js';
import { element } from '../shell/element.js';
import { STARTED } from '../shell/started.js';

/**
 * Over the thumbnail, which is the first in its place, and under the caption's link. Not for those who asked for less motion or less
 * traffic.
 */
export function showLive(place: HTMLElement, { name, title }: Demo): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true) return;
  const frame = element('iframe', { src: `./${name}/?picture`, title: `${title}, live`, tabIndex: -1 });
  addEventListener('message', ({ source, data }) => {
    if (source === frame.contentWindow && data === STARTED) place.classList.add('started');
  });
  // A frame that is not displayed is given no frames to draw.
  new IntersectionObserver(([entry]) => {
    if (entry) frame.hidden = !entry.isIntersecting;
  }).observe(place);
  const begin = () => place.append(frame);
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}
