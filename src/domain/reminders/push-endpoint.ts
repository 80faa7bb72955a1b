import { type Result, ok, refuse } from '../base/result.ts';

/** Hosts of the browsers' push services; a leading dot matches all subdomains. */
const SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

interface Address {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  readonly username: string;
  readonly password: string;
}

/**
 * Refuses an address that the server should not post to. Accepts known push services and, on the local
 * network, the loopback host.
 */
export function checkPushEndpoint(
  address: Address,
  { isOwnMachine }: { readonly isOwnMachine: boolean },
): Result<null> {
  if (isKnown(address) || (isOwnMachine && isHere(address))) return ok(null);
  const issue = 'body.endpoint: must be an address of a known push service';
  return refuse('MALFORMED', { issues: [issue] });
}

const isPlain = ({ username, password }: Address): boolean => username === '' && password === '';

const isKnown = (address: Address): boolean =>
  address.protocol === 'https:' &&
  address.port === '' &&
  isPlain(address) &&
  SERVICES.some((name) =>
    name.startsWith('.') ? address.hostname.endsWith(name) : address.hostname === name,
  );

const isHere = (address: Address): boolean =>
  /^https?:$/.test(address.protocol) && isPlain(address) && LOOPBACK.includes(address.hostname);
