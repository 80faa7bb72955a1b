import type { Reason } from './answer.ts';
import { type Endpoint, type Reply, trouble } from './endpoint.ts';

/** Check of a provider's genesis before it is used. */
export interface GenesisCheck {
  /** Returns true if a genesis hash is that of our cluster. */
  readonly isOurs: (genesisHash: string) => Promise<boolean>;
  /** Called if a provider serves another cluster. */
  readonly onOtherCluster?: () => void;
}

const METHOD = 'getGenesisHash';
/** Interval of rechecking a provider of another cluster, which may be corrected. */
const OTHER_AGAIN_MS = 60_000;

/** Outages after which another machine, with another chain, may serve the address. */
const OUTAGES: ReadonlySet<Reason> = new Set([
  'unreachable',
  'time-out',
  'http-error',
  'refused',
  'malformed',
]);

type GenesisState = 'unproven' | 'ours' | 'other';

/**
 * Endpoint that checks the genesis before its first call and after each outage. Calls fail while the check has not
 * passed, or if the provider serves another cluster.
 */
function checkedEndpoint(endpoint: Endpoint, { isOurs, onOtherCluster }: GenesisCheck): Endpoint {
  let state: GenesisState = 'unproven';
  let otherSince = -Infinity;
  let asking: Promise<Reply | null> | null = null;
  const check = async (): Promise<Reply | null> => {
    const reply = await endpoint.post(METHOD, []);
    if (reply.kind === 'trouble') return reply;
    if (reply.kind === 'error' || typeof reply.value !== 'string') {
      return trouble('rpc-error', true);
    }
    try {
      state = (await isOurs(reply.value)) ? 'ours' : 'other';
    } catch {
      // The pinned genesis cannot be read, so nothing is proven.
      return trouble('unreachable', true);
    }
    if (state === 'other') {
      otherSince = performance.now();
      onOtherCluster?.();
    }
    return null;
  };
  const post: Endpoint['post'] = async (method, params) => {
    if (method === METHOD) return endpoint.post(method, params);
    if (state === 'other' && performance.now() - otherSince >= OTHER_AGAIN_MS) {
      state = 'unproven';
    }
    if (state === 'unproven') {
      asking ??= check().finally(() => {
        asking = null;
      });
      const failed = await asking;
      if (failed) return failed;
    }
    if (state !== 'ours') return trouble('other-cluster', false);
    const reply = await endpoint.post(method, params);
    if (reply.kind === 'trouble' && OUTAGES.has(reply.reason)) state = 'unproven';
    return reply;
  };
  return { ...endpoint, post };
}

/** Adds the genesis check to an endpoint. The local network has none. */
export function withGenesisCheck(
  endpoint: Endpoint,
  { isOurs, ...check }: Partial<GenesisCheck>,
): Endpoint {
  return isOurs === undefined ? endpoint : checkedEndpoint(endpoint, { ...check, isOurs });
}
