import { LRUCache } from 'lru-cache';
import { createConnectionLimiter, type Place } from '../../platform/limiter/connection-limiter.ts';
import { networkOf } from '../../platform/limiter/network-of.ts';
import type { Clock } from '../clock.ts';
import type { IngestLimits } from '../limits.ts';
import { type Allowance, createAllowance } from './allowance.ts';

/** What all that comes from one network address (of IPv6: from one /64) shares, by whatever transport. */
export interface AddressShare extends Pick<Place, 'busy' | 'leave'> {
  /** Bytes that may be read from it. */
  readonly bytes: Allowance;
}

export interface AddressBounds {
  /**
   * One more connection, or peer over UDP; undefined when its address, or the server, has enough. Until
   * `busy` is called it gives way to a newcomer, if it says how.
   */
  enter(address: string, giveWay?: () => void): AddressShare | undefined;
  /** Bytes that may be taken from an address that holds no connection. */
  bytesOf(address: string): Allowance;
}

/** Addresses whose bytes are counted; the least recently used are dropped and start from zero. */
const mostAddresses = 50_000;

export function createAddressBounds(limits: IngestLimits, clock: Clock): AddressBounds {
  const limiter = createConnectionLimiter(limits);
  const allowances = new LRUCache<string, Allowance>({ max: mostAddresses });

  const bytesOf = (address: string): Allowance => {
    const network = networkOf(address);
    const known = allowances.get(network);
    if (known) return known;
    const made = createAllowance(limits.addressBytes, clock);
    allowances.set(network, made);
    return made;
  };

  return {
    bytesOf,
    enter(address, giveWay) {
      const place = limiter.enter(address, giveWay);
      return typeof place === 'string'
        ? undefined
        : { bytes: bytesOf(address), busy: place.busy, leave: place.leave };
    },
  };
}
