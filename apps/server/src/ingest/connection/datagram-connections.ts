import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/**
 * A command goes to the sender of a datagram for so long after it, ms. Carriers keep the way back through their address
 * translation open for half a minute to a few; later another tracker may sit behind the same address and port.
 */
export const datagramWayMs = 60_000;

/** Devices remembered that speak over UDP. */
const mostDevices = 50_000;

/** The addresses of devices that sent datagrams lately (ING-11). */
export interface DatagramConnections<DeviceConnection extends object> {
  note(deviceId: number, link: DeviceConnection): void;
  /** It uses a TCP connection now. */
  forget(deviceId: number): void;
  find(deviceId: number): DeviceConnection | undefined;
}

export function createDatagramConnections<DeviceConnection extends object>(
  clock: Clock,
): DatagramConnections<DeviceConnection> {
  const ways = new LRUCache<number, DeviceConnection>({
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
