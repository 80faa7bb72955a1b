import { uuid } from '#contract/wire';
import type { Instant } from '#domain/time';

/** Where a page of a list by time ended. */
export interface Cursor {
  readonly at: Instant;
  readonly id: string;
}

export function writeCursor({ at, id }: Cursor): string {
  return `${at}.${id}`;
}

/** Null where the text is no cursor. */
export function readCursor(text: string): Cursor | null {
  const [, at, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(text) ?? [];
  return at !== undefined && uuid.safeParse(id).success
    ? { at: Number(at) as Instant, id: id ?? '' }
    : null;
}
