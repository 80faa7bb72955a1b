import type { ChangeEvent } from 'react';

import { afterEdit } from './amount-text.ts';

/** What the field holds after an edit; the caret stays where it is when a comma became a point. */
export function editedAmount({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): string {
  const { value: text, selectionStart: caret } = target;
  const next = afterEdit(text, keyOf(nativeEvent));
  if (next !== text && next.length === text.length) {
    target.value = next;
    target.setSelectionRange(caret, caret);
  }
  return next;
}

/** The character of a key press, '' where one was taken away; null for a text that came as a whole. */
function keyOf(event: Event): string | null {
  if (!(event instanceof InputEvent)) return null;
  if (event.inputType.startsWith('delete')) return '';
  return event.data?.length === 1 ? event.data : null;
}
