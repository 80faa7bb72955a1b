import { type Result, ok } from '#domain/base/result';
import type { Answer } from '../base/route.ts';

/** Builds the response of a list page, with total count and next cursor in headers. */
export const pageResponse = <T>(body: T, total: number, next: string | null): Result<Answer<T>> =>
  ok({
    status: 200,
    body,
    headers: {
      'x-total-count': String(total),
      ...(next === null ? {} : { 'x-next-cursor': next }),
    },
  });
