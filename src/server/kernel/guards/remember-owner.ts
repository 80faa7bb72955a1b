import { createHash } from 'node:crypto';
import { MINUTE_MS } from '#domain/base/time';
import type { Guard, Incoming } from '../base/route.ts';
import { isUnavailable } from '../base/unavailable.ts';
import type { Admin } from './owner.ts';

/** Much shorter than a session. */
const REMEMBERED_MS = 5 * MINUTE_MS;
const TOKENS_MAX = 100;

const keyOf = ({ headers }: Incoming): string =>
  createHash('sha256')
    .update(`${String(headers['x-admin-session'])}\n${String(headers['x-wallet-address'])}`)
    .digest('hex');

/**
 * Wraps an owner guard. While the database is down, allows a caller who passed on this node in the last five
 * minutes. Only for reads that show what is wrong.
 */
export function rememberOwner(guard: Guard<Admin>): Guard<Admin> {
  const passed = new Map<
    string,
    { readonly at: number; readonly result: Awaited<ReturnType<Guard<Admin>>> }
  >();
  return async (incoming) => {
    const key = keyOf(incoming);
    try {
      const result = await guard(incoming);
      passed.delete(key);
      if (result.ok) passed.set(key, { at: performance.now(), result });
      const [oldest] = passed.keys();
      if (passed.size > TOKENS_MAX && oldest !== undefined) passed.delete(oldest);
      return result;
    } catch (error) {
      const known = passed.get(key);
      const isRecent = known && performance.now() - known.at < REMEMBERED_MS;
      if (isRecent && error instanceof Error && isUnavailable(error)) return known.result;
      throw error;
    }
  };
}
