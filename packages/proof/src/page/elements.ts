/** An element with what it holds; texts are texts, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A labelled input with a line below its name. */
export function field(
  label: string,
  hint: string,
  attributes: Readonly<Record<string, string>>,
): { readonly row: HTMLElement; readonly input: HTMLInputElement } {
  const input = element('input', attributes);
  return { row: element('label', {}, label, element('small', {}, hint), input), input };
}
