import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/** Whether an address is that of a proxy whose X-Forwarded headers are believed. */
export type IsProxy = (address: string) => boolean;

/** All of them, none, or the addresses and networks of the list. */
export function proxiesOf(setting: boolean | readonly string[]): IsProxy {
  if (typeof setting === 'boolean') return () => setting;
  const isListed = proxyAddress.compile([...setting]);
  return (address) => isListed(address, 0);
}

/**
 * The client's address, as fastify's `request.ip` says it: the address before the first, seen from here, that is no
 * proxy's. Empty when the connection has already ended.
 */
export function clientAddressOf(request: IncomingMessage, isProxy: IsProxy): string {
  return proxyAddress(request, isProxy) ?? '';
}
