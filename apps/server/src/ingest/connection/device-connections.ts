import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { Claim } from './claims-queries.ts';

/**
 * A command goes to the sender of a datagram for so long after it, ms. Carriers keep the way back through their address
 * translation open for half a minute to a few; later another tracker may sit behind the same address and port.
 */
export const datagramWayMs = 60_000;

/** Devices remembered that speak over UDP. */
const mostDevices = 50_000;

/** The addresses of devices that sent datagrams lately (ING-11). */
interface DatagramConnections<DeviceConnection extends object> {
  note(deviceId: number, link: DeviceConnection): void;
  /** It uses a TCP connection now. */
  forget(deviceId: number): void;
  find(deviceId: number): DeviceConnection | undefined;
}

function createDatagramConnections<DeviceConnection extends object>(
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
  /** A newer connection of the same tracker took its place, here or in another process. */
  replaced(deviceId: number): void;
  deliver(command: TrackerCommand): Delivery;
}

/**
 * How this process may speak to a device. `connection`: on the TCP connection with this claim, as long as
 * `device_state` names it (`held_by` its epoch, `held_claim` its number). `datagram`: it reported here over UDP in the
 * last 60 s, which nobody claims.
 */
export type Holding = { readonly kind: 'connection'; readonly claim: Claim } | { readonly kind: 'datagram' };

/** The connection that each device uses now. */
export interface DeviceConnections {
  /**
   * The device sent a message on this TCP connection: commands go there. Of this connection and the one that it used
   * before, the one with the lower claim is marked as replaced (ING-11).
   */
  hold(deviceId: number, connection: DeviceConnection, claim: Claim): void;
  /** The claim is committed: the database knows that the connection is here. */
  held(deviceId: number, claim: Claim): void;
  /** A higher claim was committed, perhaps by another process: the connection is marked as replaced. */
  superseded(deviceId: number, claim: Claim): void;
  /** How this process may speak to the device now; undefined when it may not. */
  holdingOf(deviceId: number): Holding | undefined;
  /**
   * The device has just signed in here, and its claim is not committed yet: resolves once it is, or once its connection
   * is gone or another's. Undefined where nothing is to be waited for.
   */
  settling(deviceId: number): Promise<void> | undefined;
  /** Calls for each claim that was committed. */
  onHeld(listener: (deviceId: number) => void): void;
  /** The device sent a datagram: commands go to its address for a while (ING-11). HTTP has no way back. */
  datagram(deviceId: number, connection: DeviceConnection): void;
  /** The TCP connection ended. True when no newer one of this process has the device: it may be offline then. */
  drop(deviceId: number, claim: Claim): boolean;
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

interface Held {
  readonly connection: DeviceConnection;
  readonly claim: Claim;
  isCommitted: boolean;
  /** Made where somebody waits for the claim. */
  settled: PromiseWithResolvers<void> | undefined;
}

const away: Delivery = Object.freeze({ kind: 'away' });

export function createDeviceConnections(clock: Clock): DeviceConnections {
  const connections = new Map<number, Held>();
  const datagrams = createDatagramConnections<DeviceConnection>(clock);
  const listeners: ((deviceId: number) => void)[] = [];
  const heldListeners: ((deviceId: number) => void)[] = [];
  let stopped = false;
  /** By the newest message of the device: one on TCP forgets the datagrams before it. */
  const connectionOf = (deviceId: number) =>
    stopped ? undefined : (datagrams.find(deviceId) ?? connections.get(deviceId)?.connection);
  return {
    hold(deviceId, connection, claim) {
      datagrams.forget(deviceId);
      const before = connections.get(deviceId);
      if (before?.claim === claim) return;
      if (before && before.claim.number > claim.number) return connection.replaced(deviceId);
      connections.set(deviceId, { connection, claim, isCommitted: false, settled: undefined });
      before?.settled?.resolve();
      before?.connection.replaced(deviceId);
    },
    held(deviceId, claim) {
      const found = connections.get(deviceId);
      if (found?.claim.number !== claim.number) return;
      found.isCommitted = true;
      found.settled?.resolve();
      for (const listener of heldListeners) listener(deviceId);
    },
    superseded(deviceId, claim) {
      const found = connections.get(deviceId);
      if (found?.claim.number !== claim.number) return;
      connections.delete(deviceId);
      found.settled?.resolve();
      found.connection.replaced(deviceId);
    },
    holdingOf(deviceId) {
      if (stopped) return undefined;
      if (datagrams.find(deviceId)) return { kind: 'datagram' };
      const found = connections.get(deviceId);
      return found?.isCommitted ? { kind: 'connection', claim: found.claim } : undefined;
    },
    settling(deviceId) {
      const found = connections.get(deviceId);
      if (stopped || !found || found.isCommitted || datagrams.find(deviceId)) return undefined;
      found.settled ??= Promise.withResolvers();
      return found.settled.promise;
    },
    onHeld: (listener) => heldListeners.push(listener),
    datagram: datagrams.note,
    drop(deviceId, claim) {
      const found = connections.get(deviceId);
      if (stopped || (found && found.claim.number > claim.number)) return false;
      if (found?.claim.number === claim.number) {
        connections.delete(deviceId);
        found.settled?.resolve();
      }
      return true;
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
