import { ok } from '#domain/base/result';
import { hostOf } from '../base/origin.ts';
import type { Guard } from '../base/route.ts';

/** With the name that the server was asked under. */
export type AtHost<C> = C & { readonly host: string | undefined };

/** Lets through whom another guard lets through, for what is answered with an address of this server. */
export function atHost<C extends object>(guard: Guard<C>): Guard<AtHost<C>> {
  return async (incoming) => {
    const allowed = await guard(incoming);
    return allowed.ok ? ok({ ...allowed.value, host: hostOf(incoming.headers) }) : allowed;
  };
}
