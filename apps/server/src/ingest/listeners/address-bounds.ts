import { LRUCache } from 'lru-cache';
import { type Allowance, createAllowance } from '../allowance.ts';
import type { Clock } from '../clock.ts';
import type { IngestLimits } from '../limits.ts';

/** What all that comes from one network address shares, by whatever transport. */
export interface AddressShare {
  /** Bytes that may be read from it. */
  readonly bytes: Allowance;
  /** The connection is closed. */
  leave(): void;
}

export interface AddressBounds {
  /** One more connection, or peer that speaks in datagrams; undefined when its address, or the server, has enough. */
  enter(address: string): AddressShare | undefined;
  /** Bytes that may be taken from an address that holds no connection. */
  bytesOf(address: string): Allowance;
}

/** Addresses whose bytes are counted; the ones heard longest ago begin anew. */
const mostAddresses = 50_000;

export function createAddressBounds(limits: IngestLimits, clock: Clock): AddressBounds {
  const connections = new Map<string, number>();
  const allowances = new LRUCache<string, Allowance>({ max: mostAddresses });
  let all = 0;

  const bytesOf = (address: string): Allowance => {
    const known = allowances.get(address);
    if (known) return known;
    const made = createAllowance(limits.addressBytes, clock);
    allowances.set(address, made);
    return made;
  };

  return {
    bytesOf,
    enter(address) {
      const before = connections.get(address) ?? 0;
      if (before >= limits.connectionsPerAddress || all >= limits.connections) return undefined;
      connections.set(address, before + 1);
      all += 1;
      let entered = true;
      return {
        bytes: bytesOf(address),
        leave() {
          if (!entered) return;
          entered = false;
          all -= 1;
          const left = (connections.get(address) ?? 1) - 1;
          if (left === 0) connections.delete(address);
          else connections.set(address, left);
        },
      };
    },
  };
}
