/** Names of other servers become addresses here, and private ones are refused unless the settings allow them. */
import { promises as dns } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';

export interface GuardedLookup {
  /** For connections of `net`, `http` and `https`: gives only addresses that may be reached. */
  readonly lookup: LookupFunction;
  /** The same of a name or an address; rejects with code `private-address` for one that may not be reached. */
  resolve(host: string): Promise<{ readonly address: string; readonly family: 4 | 6 }>;
}

/** What a name became is known for so long: a thousand connections that come back ask once. */
const rememberedMs = 60_000;
const mostRemembered = 1_000;

export class PrivateAddress extends Error {
  readonly code = 'private-address';
}

export function createGuardedLookup({ allowsPrivate }: { readonly allowsPrivate: boolean }): GuardedLookup {
  const known = new LRUCache<string, Promise<{ address: string; family: 4 | 6 }>>({
    max: mostRemembered,
    ttl: rememberedMs,
  });

  const find = async (host: string) => {
    const found = await dns.lookup(host, { all: true });
    const allowed = found.find(({ address }) => allowsPrivate || !isPrivateAddress(address));
    if (!allowed) throw new PrivateAddress(`${host} is a private address`);
    return { address: allowed.address, family: allowed.family === 6 ? 6 : 4 } as const;
  };
  const resolve = (host: string) => {
    const bare = host.replace(/^\[(.*)\]$/, '$1');
    const before = known.get(bare);
    if (before) return before;
    const finding = find(bare);
    known.set(bare, finding);
    finding.catch(() => known.delete(bare));
    return finding;
  };
  return {
    resolve,
    lookup(host, options, done) {
      resolve(host).then(
        ({ address, family }) =>
          options.all ? done(null, [{ address, family }]) : done(null, address, family),
        (error: NodeJS.ErrnoException) => done(error, '', 4),
      );
    },
  };
}

const privateAddresses = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  privateAddresses.addSubnet(network, bits);
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  privateAddresses.addSubnet(network, bits, 'ipv6');

/** Whether an address is of this machine, of a network inside the house, or of nobody. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (inner !== undefined) return privateAddresses.check(inner);
  return privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
