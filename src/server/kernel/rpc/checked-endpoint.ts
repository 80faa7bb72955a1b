import type { Reason } from './answer.ts';
import { type Endpoint, type Reply, trouble } from './endpoint.ts';

/** What a provider must prove before it is withGenesisCheck. */
export interface GenesisCheck {
  /** Whether the hash of a first block is that of our cluster. */
  readonly isOurs: (genesisHash: string) => Promise<boolean>;
  /** Is told of a provider that turns out to serve another cluster. */
  readonly onOtherCluster?: () => void;
}

const METHOD = 'getGenesisHash';
/** A provider of another cluster may be put right. */
const OTHER_AGAIN_MS = 60_000;

/** After these a provider may come back as another machine, with another chain. */
const OUTAGES: ReadonlySet<Reason> = new Set([
  'unreachable',
  'time-out',
  'http-error',
  'refused',
  'malformed',
]);

type Standing = 'unproven' | 'ours' | 'other';

/**
 * An endpoint of which nothing is asked until it has named the right genesis: at first, and again
 * after every outage. Until then, and where it serves another cluster, every call comes back as
 * trouble.
 */
function checkedEndpoint(endpoint: Endpoint, { isOurs, onOtherCluster }: GenesisCheck): Endpoint {
  let standing: Standing = 'unproven';
  let otherSince = -Infinity;
  let asking: Promise<Reply | null> | null = null;
  const check = async (): Promise<Reply | null> => {
    const reply = await endpoint.post(METHOD, []);
    if (reply.kind === 'trouble') return reply;
    if (reply.kind === 'error' || typeof reply.value !== 'string') {
      return trouble('rpc-error', true);
    }
    try {
      standing = (await isOurs(reply.value)) ? 'ours' : 'other';
    } catch {
      // Where the pinned genesis cannot be read, nothing is proven.
      return trouble('unreachable', true);
    }
    if (standing === 'other') {
      otherSince = performance.now();
      onOtherCluster?.();
    }
    return null;
  };
  const post: Endpoint['post'] = async (method, params) => {
    if (method === METHOD) return endpoint.post(method, params);
    if (standing === 'other' && performance.now() - otherSince >= OTHER_AGAIN_MS) {
      standing = 'unproven';
    }
    if (standing === 'unproven') {
      asking ??= check().finally(() => {
        asking = null;
      });
      const failed = await asking;
      if (failed) return failed;
    }
    if (standing !== 'ours') return trouble('other-cluster', false);
    const reply = await endpoint.post(method, params);
    if (reply.kind === 'trouble' && OUTAGES.has(reply.reason)) standing = 'unproven';
    return reply;
  };
  return { ...endpoint, post };
}

/** The endpoint, checked where a cluster was named; the local network has nothing to prove. */
export function withGenesisCheck(
  endpoint: Endpoint,
  { isOurs, ...check }: Partial<GenesisCheck>,
): Endpoint {
  return isOurs === undefined ? endpoint : checkedEndpoint(endpoint, { ...check, isOurs });
}
