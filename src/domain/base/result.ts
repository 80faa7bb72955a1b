import type { Code, ContextOf, Refusal } from './errors.ts';

/** Result of a rule: its value, or one refusal. */
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

export function refuse<C extends Code>(
  code: C,
  ...context: ContextOf<C> extends undefined ? [] : [ContextOf<C>]
): Refused {
  return { ok: false, refusal: { code, context: context[0] ?? {} } as Refusal };
}
