import type { Reason } from './answer.ts';
import type { Endpoint, Reply } from './endpoint.ts';

/** What a provider must prove before it is believed. */
export interface GenesisCheck {
  /** The hash of the cluster's first block. */
  readonly genesisHash: string;
  /** Is told once of a provider that serves another cluster. */
  readonly onOtherCluster?: () => void;
}

const METHOD = 'getGenesisHash';

const trouble = (reason: Reason, transient: boolean): Reply => ({
  kind: 'trouble',
  reason,
  transient,
  retryAfterMs: null,
});

/**
 * An endpoint of which nothing is asked until it has named the right genesis. While it can't be
 * reached, or where it serves another cluster, every call comes back as trouble.
 */
function checkedEndpoint(
  endpoint: Endpoint,
  { genesisHash, onOtherCluster }: GenesisCheck,
): Endpoint {
  let isRight: boolean | null = null;
  let asking: Promise<Reply | null> | null = null;
  const check = async (): Promise<Reply | null> => {
    const reply = await endpoint.post(METHOD, []);
    if (reply.kind === 'trouble') return reply;
    if (reply.kind === 'error') return trouble('rpc-error', true);
    isRight = reply.value === genesisHash;
    if (!isRight) onOtherCluster?.();
    return null;
  };
  const post: Endpoint['post'] = async (method, params) => {
    if (method === METHOD) return endpoint.post(method, params);
    if (isRight === null) {
      asking ??= check().finally(() => {
        asking = null;
      });
      const failed = await asking;
      if (failed) return failed;
    }
    return isRight === true ? endpoint.post(method, params) : trouble('other-cluster', false);
  };
  return { ...endpoint, post };
}

/** The endpoint, checked where a cluster was named; the local network has nothing to prove. */
export function believed(
  endpoint: Endpoint,
  { genesisHash, ...check }: Partial<GenesisCheck>,
): Endpoint {
  return genesisHash === undefined
    ? endpoint
    : checkedEndpoint(endpoint, { ...check, genesisHash });
}
