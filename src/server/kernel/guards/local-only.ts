import { ok, refuse } from '#domain/base/result';
import { isLoopback } from '../base/origin.ts';
import type { Guard } from '../base/route.ts';
import type { LocalNetwork } from '../base/local-network.ts';

/**
 * Allows calls of the local network, which return secret keys, if the network is offered. Offered on loopback, it
 * requires a loopback Host header, against DNS rebinding. Otherwise the calls do not exist (404).
 */
export function localOnly(
  local: LocalNetwork | null,
  offered: 'loopback' | 'everywhere' | 'nowhere',
): Guard<LocalNetwork> {
  const absent = refuse('NOT_FOUND', { what: 'The local network' });
  return async ({ headers }) => {
    if (!local || offered === 'nowhere') return absent;
    const host = String(headers['host'] ?? '').replace(/:\d+$/, '');
    return offered === 'everywhere' || isLoopback(host) ? ok(local) : absent;
  };
}
