// The gallery's cards, from the catalogue.
import { type Demo, demos } from '../catalogue.js';
import { element } from '../shell/element.js';

// Every demo's picture, as tests/browser/demos.test.ts rendered it, by its path: the build finds them this way without a list of its own.
const pictures = import.meta.glob<string>('../*/thumbnail.png', {
  eager: true,
  query: '?url',
  import: 'default',
});

function card(demo: Demo): HTMLElement {
  // The picture repeats what the text says: no alternative text.
  const picture = element('img', {
    src: pictures[`../${demo.name}/thumbnail.png`] ?? '',
    alt: '',
    width: 320,
    height: 180,
  });
  const link = element('a', { href: `./${demo.name}/`, textContent: demo.title });
  const summary = element('p', { textContent: demo.summary });
  return element('li', {}, [
    element('article', { className: 'card' }, [picture, element('h3', {}, [link]), summary]),
  ]);
}

document.querySelector('.cards')?.append(...demos.map(card));
