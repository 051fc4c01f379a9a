import type { Clock } from '../clock.ts';
import { createDatagramConnections } from './datagram-connections.ts';

/** A command for the tracker of a device. */
export interface TrackerCommand {
  readonly deviceId: number;
  /** The tracker's own id (IMEI, serial). */
  readonly uniqueId: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The device's attributes, some of which say how its tracker is spoken to. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * `sent`: its bytes left on the tracker's connection. `away`: there is none, and nothing left. `refused`: the protocol
 * cannot encode it; the code names the reason.
 */
export type Delivery =
  | { readonly kind: 'sent' }
  | { readonly kind: 'away' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** A connection as far as others need to know it. */
export interface DeviceConnection {
  readonly protocol: string;
  /** A newer connection of the same tracker took its place. */
  replaced(deviceId: number): void;
  deliver(command: TrackerCommand): Delivery;
}

/** The connection that each device uses now. */
export interface DeviceConnections {
  /** The device uses this TCP connection now. The one that it used before is marked as replaced (ING-11). */
  hold(deviceId: number, link: DeviceConnection): void;
  /** The device sent a datagram: commands go to its address for a while (ING-11). HTTP has no way back. */
  datagram(deviceId: number, link: DeviceConnection): void;
  /** The link ended. True when the device has no other: it is offline then. */
  drop(deviceId: number, link: DeviceConnection): boolean;
  /** A message of the device came, on any connection. */
  received(deviceId: number): void;
  /** From here on connections end because the server stops, which does not make devices offline. */
  stop(): void;
  /** Sends a command on the connection that the device uses now. */
  deliver(command: TrackerCommand): Delivery;
  /** The protocol of the device's connection now; undefined without one. */
  protocolOf(deviceId: number): string | undefined;
  /** Calls at every message of every device, and so must cost next to nothing. */
  onHeard(listener: (deviceId: number) => void): void;
}

const away: Delivery = Object.freeze({ kind: 'away' });

export function createDeviceConnections(clock: Clock): DeviceConnections {
  const deviceConnections = new Map<number, DeviceConnection>();
  const datagrams = createDatagramConnections<DeviceConnection>(clock);
  const listeners: ((deviceId: number) => void)[] = [];
  let stopped = false;
  const wayTo = (deviceId: number) => datagrams.find(deviceId) ?? deviceConnections.get(deviceId);
  return {
    hold(deviceId, link) {
      const before = deviceConnections.get(deviceId);
      if (before === link) return;
      deviceConnections.set(deviceId, link);
      datagrams.forget(deviceId);
      before?.replaced(deviceId);
    },
    datagram: datagrams.note,
    drop(deviceId, link) {
      if (stopped || deviceConnections.get(deviceId) !== link) return false;
      return deviceConnections.delete(deviceId);
    },
    received(deviceId) {
      for (const listener of listeners) listener(deviceId);
    },
    stop() {
      stopped = true;
    },
    deliver: (command) => (stopped ? away : (wayTo(command.deviceId)?.deliver(command) ?? away)),
    protocolOf: (deviceId) => (stopped ? undefined : wayTo(deviceId)?.protocol),
    onHeard: (listener) => listeners.push(listener),
  };
}
