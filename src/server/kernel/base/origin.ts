/** True if a host name or address means this machine. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/** Returns the Host header, if there is one. */
export function hostOf(headers: { readonly [name: string]: unknown }): string | undefined {
  const { host } = headers;
  return typeof host === 'string' ? host : undefined;
}

/** Origin under which users open the app. */
export interface Origin {
  /** Returns the app's origin for a request with this Host header. */
  of(host: string | undefined): string;
  /** True if pages of `origin` may write. */
  allows(origin: string, host: string | undefined): boolean;
  readonly isHttps: boolean;
}

/**
 * Uses the configured origin. Without one, each loopback name (localhost, 127.0.0.1) is the origin of pages that
 * were opened under it.
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
