import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/**
 * A command goes to the sender of a datagram for so long after it, ms. Carriers keep the way back through their address
 * translation open for half a minute to a few; later another tracker may sit behind the same address and port.
 */
export const datagramWayMs = 60_000;

/** Devices remembered that speak over UDP. */
const mostDevices = 50_000;

/** The ways to devices that spoke in datagrams lately (ING-11). */
export interface DatagramLinks<Link extends object> {
  note(deviceId: number, link: Link): void;
  /** It speaks on a connection now. */
  forget(deviceId: number): void;
  find(deviceId: number): Link | undefined;
}

export function createDatagramLinks<Link extends object>(clock: Clock): DatagramLinks<Link> {
  const ways = new LRUCache<number, Link>({
    max: mostDevices,
    ttl: datagramWayMs,
    perf: { now: clock.now },
    ttlResolution: 0,
  });
  return {
    note: (deviceId, link) => ways.set(deviceId, link),
    forget: (deviceId) => ways.delete(deviceId),
    find: (deviceId) => ways.get(deviceId),
  };
}
