import { isIPv6 } from 'node:net';

/** An IPv4 address as a socket that takes both kinds reports it. */
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What one client is counted by: its IPv4 address, or the /64 of its IPv6 address, since who holds one address of a /64
 * holds them all. Anything else is given back as it is.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 64);
}

/** The same by the /56 of an IPv6 address: what one household or one rented server is given. */
export function siteOf(address: string): string {
  return prefixOf(address, 56);
}

function prefixOf(address: string, bits: 56 | 64): string {
  const [, v4] = mapped.exec(address) ?? [];
  if (v4 !== undefined) return v4;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = address.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0;
  const network = [...groups, ...Array<string>(missing).fill('0')]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16));
  if (bits === 56) network[3] = (network[3] ?? 0) & 0xff00;
  return `${network.map((group) => group.toString(16)).join(':')}::/${bits}`;
}
