/** A new element with properties and children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

export function section(title: string, open: boolean, children: readonly (Node | string)[]): HTMLElement {
  return make('details', { open }, [make('summary', { textContent: title }), ...children]);
}

export function button(text: string, title: string, pressed: () => void): HTMLButtonElement {
  const made = make('button', { type: 'button', textContent: text, title });
  made.addEventListener('click', pressed);
  return made;
}

/** Colours and type are the page's; only the arrangement is ours. */
export const STYLE = `
.fc-inspector { font-size: 0.85rem; line-height: 1.5; }
.fc-inspector .row { display: flex; flex-wrap: wrap; gap: 0.4rem; margin-bottom: 0.6rem; }
.fc-inspector button { flex: 1 1 auto; min-height: 2.4rem; padding: 0.2rem 0.6rem; font: inherit; cursor: pointer; }
.fc-inspector canvas { display: block; width: 100%; height: 56px; border: 1px solid currentColor; }
.fc-inspector summary { padding: 0.3rem 0; font-weight: 600; cursor: pointer; }
.fc-inspector table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.fc-inspector th { padding: 0; font-weight: inherit; text-align: left; overflow-wrap: anywhere; }
.fc-inspector td { text-align: right; }
.fc-inspector td input, .fc-inspector td select { width: 6.5rem; font: inherit; }
.fc-inspector i { display: inline-block; width: 0.7em; height: 0.7em; margin-right: 0.4em; }
.fc-inspector label { display: flex; gap: 0.4rem; align-items: center; min-height: 1.8rem; }
`;
