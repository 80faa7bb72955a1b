import { ok, refuse } from '#domain/base/result';
import { isLoopback } from '../base/origin.ts';
import type { Guard } from '../base/route.ts';
import type { LocalNetwork } from '../base/local-network.ts';

/**
 * The local network's calls hand out keys: they exist only where there is a local network that is
 * offered, and only under a loopback name (another name that leads here is another site's page).
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
