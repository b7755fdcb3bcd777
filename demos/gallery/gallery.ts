// The gallery: cards from the catalogue, and above them the one picture that explains the package, live.
import { type Demo, demos, GROUPS, type Group } from '../catalogue.js';
import { element } from '../shell/element.js';
import { showLive } from './live-picture.js';

// Every demo's picture, as tests/browser/demos.test.ts rendered it, by its path: the build finds them this way without a list of its own.
const pictures = import.meta.glob<string>('../*/thumbnail.png', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** It repeats what the text beside it says: no alternative text. */
function pictureOf({ name }: Demo): HTMLImageElement {
  const src = pictures[`../${name}/thumbnail.png`] ?? '';
  return element('img', { src, alt: '', width: 640, height: 360 });
}

function card(demo: Demo): HTMLElement {
  const link = element('a', { href: `./${demo.name}/`, textContent: demo.title });
  const summary = element('p', { textContent: demo.summary });
  return element('li', {}, [
    element('article', { className: 'card' }, [pictureOf(demo), element('h3', {}, [link]), summary]),
  ]);
}

function section([group, title]: [string, string]): HTMLElement {
  const cards = demos.filter((demo) => demo.group === (group as Group)).map(card);
  return element('section', {}, [
    element('h2', { textContent: title }),
    element('ul', { className: 'cards' }, cards),
  ]);
}

document.querySelector('.groups')?.append(...Object.entries(GROUPS).map(section));
const [shown] = demos;
const frame = document.querySelector<HTMLElement>('.live');
frame?.prepend(pictureOf(shown));
if (frame !== null) showLive(frame, shown);
