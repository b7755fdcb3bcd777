// Shows what went wrong on the page itself, for whoever does not have the console open. A page loads this script before
// its own, so that an error while that one loads is shown as well.
import { element } from './element.js';

let list: HTMLElement | undefined;

export function showError(error: unknown): void {
  list ??= openBox();
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const parts: Node[] = [element('p', { textContent: text })];
  if (error instanceof Error && error.stack) {
    const stack = element('pre', { textContent: error.stack, tabIndex: 0 });
    parts.push(element('details', {}, [element('summary', { textContent: 'Where' }), stack]));
  }
  list.append(element('li', {}, parts));
}

function openBox(): HTMLElement {
  const messages = element('ul');
  const box = element('section', { className: 'errors' }, [
    element('h2', { textContent: 'Something went wrong' }),
    messages,
  ]);
  box.setAttribute('role', 'alert');
  document.body.prepend(box);
  return messages;
}

// A resource that did not load reports to its own element, with no error in the event: capture is needed to hear it.
window.addEventListener(
  'error',
  (event) => {
    if (event.error || event.message) return showError(event.error ?? event.message);
    const { src, href } = event.target as { src?: string; href?: string };
    showError(`${src || href || 'A part of this page'} could not be loaded.`);
  },
  true,
);
window.addEventListener('unhandledrejection', (event) => showError(event.reason));
