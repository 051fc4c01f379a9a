import { LRUCache } from 'lru-cache';
import { AppError } from '../../errors/app-error.ts';
import { networkOf } from './network-of.ts';

/** Requests of one address in one minute. A page asks every 5 s; an office behind one address has some open. */
export const mostPerMinute = 300;
const minuteMs = 60_000;

/** Counts requests by address (of IPv6: by /64), minute by minute, and throws `too-many-requests` beyond the bound. */
export type BoundRequests = (address: string) => void;

/** For routes that strangers open by a token in their address. */
export function createRequestBound(nowMs: () => number, mostAddresses = 20_000): BoundRequests {
  const counts = new LRUCache<string, { readonly startMs: number; count: number }>({ max: mostAddresses });
  return (address) => {
    const network = networkOf(address);
    const known = counts.get(network);
    if (!known || nowMs() - known.startMs >= minuteMs) {
      counts.set(network, { startMs: nowMs(), count: 1 });
      return;
    }
    known.count += 1;
    if (known.count <= mostPerMinute) return;
    const retryAfterSeconds = Math.ceil((known.startMs + minuteMs - nowMs()) / 1000);
    throw new AppError('too-many-requests', 'this address asks too often', { retryAfterSeconds });
  };
}
