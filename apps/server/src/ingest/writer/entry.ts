import type { DecodedPosition } from '@atalaia/protocols/decoded-position';
import type { Claim } from '../connection/claims-queries.ts';
import type { IngestDevice } from '../ingest-device.ts';
import type { QuietEvent } from '../steps/device-memory.ts';
import type { StatusCause } from '../steps/status-change.ts';

/**
 * How an entry ended: committed; or not stored because its device was removed, because the database refuses it for good, or
 * because the server stops while the database is away.
 */
export type Settlement = 'committed' | 'removed' | 'rejected' | 'abandoned';

/** Settled once, after the commit of its entry. */
export interface Receipt {
  settle(settlement: Settlement): void;
}

/** What the writers commit, in the order of arrival for each device. Times are ms since 1970 UTC. */
export type Entry =
  | PositionEntry
  | LinkEntry
  | AnswerEntry
  | TotalsEntry
  | HighestEntry
  | QuietEntry
  | ContendedEntry;

export interface PositionEntry {
  readonly kind: 'position';
  readonly device: IngestDevice;
  readonly protocol: string;
  readonly receivedMs: number;
  readonly position: DecodedPosition;
  /** Values of it that no vehicle can have; absent where there are none. */
  readonly implausible?: number;
  readonly digest: string;
  /** The bytes that it came in. */
  readonly frame: Uint8Array;
  /** Another server forwarded it: its tracker may also send it here itself. */
  readonly isForwarded?: true;
  readonly receipt: Receipt;
  /** That of its TCP connection. */
  readonly claim?: Claim | undefined;
}

/** A message without a position, the end of a device's last connection, or its silence. */
export interface LinkEntry {
  readonly kind: StatusCause;
  readonly device: Pick<IngestDevice, 'id' | 'name'>;
  readonly receivedMs: number;
  /** That of the TCP connection that it came on, or that ended. */
  readonly claim?: Claim | undefined;
  /** Of silence: the last message that is known of. It counts only when none came since, to another process too. */
  readonly lastReceivedMs?: number;
}

/** A tracker's answer to a command. */
export interface AnswerEntry {
  readonly kind: 'answer';
  readonly device: Pick<IngestDevice, 'id' | 'name'>;
  readonly protocol: string;
  readonly receivedMs: number;
  readonly result: string;
  /** The same with the tracker's password masked, where it contained it. */
  readonly shown?: string;
  /** The bytes that it came in. */
  readonly frame: Uint8Array;
  readonly claim?: Claim | undefined;
}

/** What a device has counted, set by a person (DEV-02). */
export interface TotalsEntry {
  readonly kind: 'totals';
  readonly device: Pick<IngestDevice, 'id' | 'name'>;
  readonly receivedMs: number;
  /** What is undefined counts on. */
  readonly totalDistanceMetres: number | undefined;
  readonly hoursMs: number | undefined;
  readonly receipt: Receipt;
}

/** The highest value seen of an attribute turned out to be wrong. */
export interface HighestEntry {
  readonly kind: 'highest';
  readonly device: Pick<IngestDevice, 'id' | 'name'>;
  readonly receivedMs: number;
  readonly attribute: string;
  readonly value: number;
  readonly correctedValue: number;
  readonly receipt: Receipt;
}

/** Two processes write the state of a device by turns (see `ContendedDevices`). */
export interface ContendedEntry {
  readonly kind: 'contended';
  readonly device: Pick<IngestDevice, 'id' | 'name'>;
  readonly receivedMs: number;
}

/** A device became silent. It counts only when no message came since it was found. */
export interface QuietEntry {
  readonly kind: 'quiet';
  readonly event: QuietEvent;
  readonly device: Pick<IngestDevice, 'id' | 'name'>;
  readonly receivedMs: number;
  /** The time of its last message, and its newest position then. */
  readonly lastUpdateMs: number;
  readonly positionId: number;
  readonly fixTimeMs: number;
}
