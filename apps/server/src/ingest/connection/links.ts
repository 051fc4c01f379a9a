import type { Clock } from '../clock.ts';
import { createDatagramLinks } from './datagram-links.ts';

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
 * has no words for it; the code says why.
 */
export type Delivery =
  | { readonly kind: 'sent' }
  | { readonly kind: 'away' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** A connection as far as others need to know it. */
export interface Link {
  readonly protocol: string;
  /** A newer connection of the same tracker took its place. */
  replaced(deviceId: number): void;
  deliver(command: TrackerCommand): Delivery;
}

/** Which connection each device speaks on, and the way to it. */
export interface Links {
  /** The device speaks on this TCP link now. Another that it spoke on is told that it is replaced (ING-11). */
  hold(deviceId: number, link: Link): void;
  /** The device spoke in a datagram: this is the way to it for a while (ING-11). HTTP has no way back. */
  datagram(deviceId: number, link: Link): void;
  /** The link ended. True when the device has no other: it is offline then. */
  drop(deviceId: number, link: Link): boolean;
  /** The device was heard, on any connection. */
  heard(deviceId: number): void;
  /** From here on links end because the server does, which says nothing of the devices. */
  stop(): void;
  /** Sends a command on the connection that the device speaks on now. */
  deliver(command: TrackerCommand): Delivery;
  /** The protocol that the device speaks on its connection now; undefined for one that is away. */
  protocolOf(deviceId: number): string | undefined;
  /** Calls at every message of every device, and so must cost next to nothing. */
  onHeard(listener: (deviceId: number) => void): void;
}

const away: Delivery = Object.freeze({ kind: 'away' });

export function createLinks(clock: Clock): Links {
  const links = new Map<number, Link>();
  const datagrams = createDatagramLinks<Link>(clock);
  const listeners: ((deviceId: number) => void)[] = [];
  let stopped = false;
  const wayTo = (deviceId: number) => datagrams.find(deviceId) ?? links.get(deviceId);
  return {
    hold(deviceId, link) {
      const before = links.get(deviceId);
      if (before === link) return;
      links.set(deviceId, link);
      datagrams.forget(deviceId);
      before?.replaced(deviceId);
    },
    datagram: datagrams.note,
    drop(deviceId, link) {
      if (stopped || links.get(deviceId) !== link) return false;
      return links.delete(deviceId);
    },
    heard(deviceId) {
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
