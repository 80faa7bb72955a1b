/** Creates an element with its children; texts are never parsed as markup. */
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

/** Creates a labelled input with a hint below its label. */
export function field(
  label: string,
  hint: string,
  attributes: Readonly<Record<string, string>>,
): { readonly row: HTMLElement; readonly input: HTMLInputElement } {
  const input = element('input', attributes);
  return { row: element('label', {}, label, element('small', {}, hint), input), input };
}
