import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Whether an address is that of a proxy whose X-Forwarded headers are believed. */
export type IsProxy = (address: string) => boolean;

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** All of them, none, or the addresses and networks of the list. */
export function proxiesOf(setting: boolean | readonly string[]): IsProxy {
  if (typeof setting === 'boolean') return () => setting;
  const proxies = new BlockList();
  for (const entry of setting) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) proxies.addAddress(address, familyOf(address));
    else proxies.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => {
    const [plain = ''] = address.split('%');
    return isIP(plain) !== 0 && proxies.check(plain, familyOf(plain));
  };
}

/** Who asks, as fastify's `request.ip` says it: the address before the first, seen from here, that is no proxy's. */
export function clientAddressOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isProxy: IsProxy,
): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  let address = socket.remoteAddress ?? '';
  for (const before of forwarded.split(',').reverse()) {
    if (!isProxy(address) || before.trim() === '') break;
    address = before.trim();
  }
  return address;
}
