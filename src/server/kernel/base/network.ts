import { isIP, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Address with a port, as some proxies forward it. The port differs for each connection. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * Key by which callers are counted: an IPv4 address, or the /64 of an IPv6 address, because a single customer
 * has all of its 2^64 addresses.
 *
 * The address is undefined after the caller has disconnected, against the framework's types.
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

/** Splits one side of `::` into groups. A dotted IPv4 end counts as two groups. */
function groupsOf(side: string): string[] {
  if (side === '') return [];
  return side
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [parseInt(group, 16).toString(16)]));
}

/** True for an IP address or a CIDR range such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (more.length > 0 || most < 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}
