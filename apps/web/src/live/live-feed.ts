/** What the live channel gives to its readers: the map's worker, the panels, the event list. */

import type { Block } from '@atalaia/contract/block/block';
import type { Alarm } from '@atalaia/contract/desk/alarm';
import type { VehicleHandling } from '@atalaia/contract/desk/alarm-acts';
import type { DeskList, DeskNotice } from '@atalaia/contract/desk/desk';
import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import type { Event } from '@atalaia/contract/rules/event';
import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { isOpenAlarm } from '@atalaia/domain/catalog/alarms';
import { type OrderedFix, takesPlace } from '@atalaia/domain/travel/fix-order';

export type Unsubscribe = () => void;

/**
 * Everything the live socket says, gathered for one animation frame: the newest position and the newest state of each
 * device, and every event. A listener is called at most once a frame; it may keep what it is given, but not change it.
 *
 * `onReset` comes before any position, device or siren that is newer than its snapshot: when signed in, and again after every
 * gap of the socket. A position then replaces a snapshot's by `takesPlace` of the domain.
 */
export interface LiveFeed {
  onPositions(listener: (positions: readonly Position[]) => void): Unsubscribe;
  onDevices(listener: (devices: readonly Device[]) => void): Unsubscribe;
  /** News of events: new ones, and handled ones, whose `handledAt` says so (EVT-04). */
  onEvents(listener: (events: readonly Event[]) => void): Unsubscribe;
  /** Sirens that events raised or took away; like positions they come after the snapshot that may not know them. */
  onSirens(listener: (changes: readonly SirenChange[]) => void): Unsubscribe;
  /** Events that a notification of the person's own refers to, each given to `onEvents` too (NOT-01, notificator `web`). */
  onNotices(listener: (notices: readonly Event[]) => void): Unsubscribe;
  /** Cases as they are now now: opened, closed, or with another occurrence (SIN-14). */
  onSinisters(listener: (sinisters: readonly Sinister[]) => void): Unsubscribe;
  /** The desk's alarms as they are now, the newest of each; to everybody who works there (DESK-03). */
  onAlarms(listener: (alarms: readonly Alarm[]) => void): Unsubscribe;
  /** Blocks and releases as they are now (BLOCK-04). */
  onBlocks(listener: (blocks: readonly Block[]) => void): Unsubscribe;
  /** What the desk says to this person alone. */
  onDeskNotices(listener: (notices: readonly DeskNotice[]) => void): Unsubscribe;
  /** Lists of the desk that changed: who shows one reads it again. */
  onDeskLists(listener: (lists: readonly DeskList[]) => void): Unsubscribe;
  /** To a client: how alarms of a vehicle are handled, all that he may see now (DESK-12). */
  onHandlings(listener: (handlings: readonly VehicleHandling[]) => void): Unsubscribe;
  /** Devices that exist no more; called before `onDevices` and `onPositions` of the same frame. */
  onRemoved(listener: (deviceIds: readonly number[]) => void): Unsubscribe;
  /**
   * The whole picture, unparsed: the UTF-8 bytes of `GET live/snapshot` (`liveSnapshotSchema` of the contract). The
   * buffer belongs to the listener, who may transfer it to a worker; a second listener is given bytes of its own. Who
   * subscribes late is called with a fresh snapshot as soon as it is there.
   */
  onReset(listener: (snapshot: ArrayBuffer) => void): Unsubscribe;
}

/** Whether a position takes another's place (`takesPlace`). */
export function isNewer(position: Position, than: Position | undefined): boolean {
  if (!than) return true;
  return takesPlace(orderOf(position), orderOf(than));
}

function orderOf({ id, fixTime, serverTime }: Position): OrderedFix {
  return { positionId: id, fixTimeMs: Date.parse(fixTime), receivedMs: Date.parse(serverTime) };
}

/** Whether the siren badge of a device shows from now on (MAP-02). */
export interface SirenChange {
  readonly deviceId: number;
  readonly on: boolean;
}

/** What events say of sirens, the last word of each device: an alarm raises one, the last to be handled takes it away. */
export function sirenChanges(events: readonly Event[]): SirenChange[] {
  const last = new Map<number, boolean>();
  for (const event of events) {
    const { deviceId, handledAt, deviceSiren } = event;
    if (isOpenAlarm(event)) last.set(deviceId, true);
    else if (handledAt && deviceSiren !== undefined) last.set(deviceId, deviceSiren);
  }
  return [...last].map(([deviceId, on]) => ({ deviceId, on }));
}
