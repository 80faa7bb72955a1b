import type { Code, ContextOf, Refusal } from './errors.ts';

/** What every rule answers: the value, or the one reason why not. */
export type Result<T> = Ok<T> | Refused;
export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}
export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}

export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

/** A refusal with its code's context. */
export function refuse<C extends Code>(
  code: C,
  ...context: ContextOf<C> extends undefined ? [] : [ContextOf<C>]
): Refused {
  return { ok: false, refusal: { code, context: context[0] ?? {} } as Refusal };
}
