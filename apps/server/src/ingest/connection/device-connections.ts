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

/** A TCP connection or a UDP peer, as the way to a tracker. */
export interface DeviceConnection {
  readonly protocol: string;
  /** A newer connection of the same tracker took its place. */
  replaced(deviceId: number): void;
  deliver(command: TrackerCommand): Delivery;
}

/** The connection that each device uses now. */
export interface DeviceConnections {
  /**
   * The device sent a message on this TCP connection: commands go there. The connection that it used before is marked as
   * replaced (ING-11).
   */
  hold(deviceId: number, connection: DeviceConnection): void;
  /** The device sent a datagram: commands go to its address for a while (ING-11). HTTP has no way back. */
  datagram(deviceId: number, connection: DeviceConnection): void;
  /** The TCP connection ended. True when the device used it: it is offline then. */
  drop(deviceId: number, connection: DeviceConnection): boolean;
  /** A message of the device came, on any connection. */
  received(deviceId: number): void;
  /** From here on connections end because the server stops, which does not make devices offline. */
  stop(): void;
  /** Sends a command on the connection that the device uses now. */
  deliver(command: TrackerCommand): Delivery;
  /** The protocol of the device's connection now; undefined without one. */
  protocolOf(deviceId: number): string | undefined;
  /** Calls at every message of every device, and so must cost next to nothing. */
  onReceived(listener: (deviceId: number) => void): void;
}

const away: Delivery = Object.freeze({ kind: 'away' });

export function createDeviceConnections(clock: Clock): DeviceConnections {
  const connections = new Map<number, DeviceConnection>();
  const datagrams = createDatagramConnections<DeviceConnection>(clock);
  const listeners: ((deviceId: number) => void)[] = [];
  let stopped = false;
  /** By the newest message of the device: one on TCP forgets the datagrams before it. */
  const connectionOf = (deviceId: number) =>
    stopped ? undefined : (datagrams.find(deviceId) ?? connections.get(deviceId));
  return {
    hold(deviceId, connection) {
      datagrams.forget(deviceId);
      const before = connections.get(deviceId);
      if (before === connection) return;
      connections.set(deviceId, connection);
      before?.replaced(deviceId);
    },
    datagram: datagrams.note,
    drop(deviceId, connection) {
      if (stopped || connections.get(deviceId) !== connection) return false;
      return connections.delete(deviceId);
    },
    received(deviceId) {
      for (const listener of listeners) listener(deviceId);
    },
    stop() {
      stopped = true;
    },
    deliver: (command) => connectionOf(command.deviceId)?.deliver(command) ?? away,
    protocolOf: (deviceId) => connectionOf(deviceId)?.protocol,
    onReceived: (listener) => listeners.push(listener),
  };
}
