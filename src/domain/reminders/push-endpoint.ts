import { type Result, ok, refuse } from '../base/result.ts';

/** The push services of the browsers that there are; a name with a dot before it stands for all below it. */
const SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/** The parts of an address, as `URL` has them. */
interface Address {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  readonly username: string;
  readonly password: string;
}

/** Refuses an address that the server should not post to: known push services get messages, and on the local network this machine. */
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
