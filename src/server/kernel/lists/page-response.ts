import { type Result, ok } from '#domain/base/result';
import type { Answer } from '../base/route.ts';

/** A page of a list; its headers tell how many entries all pages have, and where the next begins. */
export const pageResponse = <T>(body: T, total: number, next: string | null): Result<Answer<T>> =>
  ok({
    status: 200,
    body,
    headers: {
      'x-total-count': String(total),
      ...(next === null ? {} : { 'x-next-cursor': next }),
    },
  });
