import { type Origin, hostOf, isLoopback } from './origin.ts';

type Headers = { readonly [name: string]: unknown };

export interface LocalRpcAccess {
  /** Returns why a request is refused, or null: `host` before `origin`. */
  readonly refusalOf: (headers: Headers) => 'host' | 'origin' | null;
  /** Returns the origin of the calling page if it is one of `RPC_ORIGINS`, otherwise null. */
  readonly guestOf: (headers: Headers) => string | null;
}

export interface Rules {
  readonly origin: Origin;
  /** `everywhere`: any Host is answered. */
  readonly localOffered: 'loopback' | 'everywhere' | 'nowhere';
  /** Origins beside the app's own whose pages may call. */
  readonly rpcOrigins: ReadonlySet<string>;
}

/** A Host header as URLs write it: in lower case, without the default port. */
function hostIn(origin: string, host: string): string | null {
  const url = `${new URL(origin).protocol}//${host}`;
  return URL.canParse(url) ? new URL(url).host : null;
}

/**
 * Decides who may call the local network's `/rpc`, over HTTP and websocket: programs, the app's own pages and
 * those of `RPC_ORIGINS`. The Host header must be a loopback name or the app's own, because a page can point
 * its own DNS name at this machine.
 */
export function localRpcAccess({ origin, localOffered, rpcOrigins }: Rules): LocalRpcAccess {
  const isOwnHost = (host = ''): boolean => {
    if (localOffered === 'everywhere' || isLoopback(host.replace(/:\d+$/, ''))) return true;
    const own = origin.of(host);
    return hostIn(own, host) === new URL(own).host;
  };
  const guestOf = ({ origin: page }: Headers): string | null =>
    typeof page === 'string' && rpcOrigins.has(page) ? page : null;
  return {
    guestOf,
    refusalOf: (headers) => {
      const host = hostOf(headers);
      if (!isOwnHost(host)) return 'host';
      const { origin: page } = headers;
      const isOwnPage = typeof page !== 'string' || origin.allows(page, host);
      return isOwnPage || guestOf(headers) !== null ? null : 'origin';
    },
  };
}
