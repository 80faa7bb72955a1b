import { isIP, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** As some proxies forward an address: with the caller's port, which is another for each connection. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * What callers are counted by: an IPv4 address, or the /64 of an IPv6 address, since a single
 * customer has all 2^64 addresses of one.
 *
 * A caller who has hung up has no address any more, whatever the types say.
 *
 * @example networkOf('2001:db8::7') // '2001:db8:0:0::/64'
 */
export function networkOf(given: string | undefined): string {
  if (given === undefined) return 'hung up';
  const [, inBrackets, dotted] = WITH_PORT.exec(given) ?? [];
  const ip = inBrackets ?? dotted ?? given;
  const mapped = MAPPED.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const address = ip.replace(/%.*$/, '');
  if (!isIPv6(address)) return ip;
  const [head = '', tail] = address.split('::');
  const first = groupsOf(head);
  const last = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : GROUPS - first.length - last.length;
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/** The groups of one side; a dotted end counts as the two groups that it stands for. */
function groupsOf(side: string): string[] {
  if (side === '') return [];
  return side
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [parseInt(group, 16).toString(16)]));
}

/** An IP address, or a range of them such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (more.length > 0 || most < 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}
