/** Whether a host name or address means this machine. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/** The Host header, where there is one. */
export function hostOf(headers: { readonly [name: string]: unknown }): string | undefined {
  const { host } = headers;
  return typeof host === 'string' ? host : undefined;
}

/** Where the app is open to its users. */
export interface Origin {
  /** The origin that a request was made to, as the browser names it. */
  of(host: string | undefined): string;
  /** Whether a page of this origin may write. */
  allows(origin: string, host: string | undefined): boolean;
  readonly isHttps: boolean;
}

/**
 * One configured origin; without one, this machine's own names (localhost, 127.0.0.1), each for
 * pages that were opened under it.
 */
export function originOf(configured: string | null, fallback: string): Origin {
  const own = (host: string | undefined): string => {
    if (configured !== null) return configured;
    return host !== undefined && isLoopback(host.replace(/:\d+$/, ''))
      ? `http://${host}`
      : fallback;
  };
  return {
    of: own,
    allows: (origin, host) => origin === own(host),
    isHttps: configured?.startsWith('https:') ?? false,
  };
}
