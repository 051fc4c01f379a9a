/** The mirrors of a process as their rows say, with what each has open. */
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../../platform/bus/bus.ts';
import type { GuardedLookup } from '../../platform/outbound/guarded-lookup.ts';
import type { Clock } from '../clock.ts';
import { createHttpLanes, type HttpLanes } from './http-lanes.ts';
import { type MirroredDevice, type MirrorLog, type MirrorRow, readMirrors } from './mirror-queries.ts';
import type { Endpoint, RawLine } from './raw-line.ts';
import type { Memory, Waiting } from './waiting.ts';

export interface MirrorsParts {
  readonly pool: Pick<Pool, 'query'>;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly guard: GuardedLookup;
  /** The text of a stored secret; throws for one that cannot be read. */
  openSecret(sealed: string): string;
}

/** Of one mirror's requests. */
const lanesBytes = 8 * 1024 * 1024;
/** Chosen devices are read again when something changed, no sooner than this after the last time, and at least so often. */
const gatherMs = 500;
const rereadMs = 60_000;

export interface Mirror {
  readonly row: MirrorRow;
  readonly lines: Set<RawLine>;
  readonly endpoints: Map<number, Endpoint>;
  readonly lanes: HttpLanes | undefined;
  devices: Map<number, MirroredDevice>;
}

/** What all mirrors of a process share. */
export interface Shared {
  readonly parts: MirrorsParts;
  readonly memory: Memory;
  readonly mirrorLog: MirrorLog;
}

export const isActive = ({ row }: Mirror, nowMs: number) =>
  nowMs >= row.fromMs && (row.untilMs === null || nowMs < row.untilMs);

export const noteFor = ({ mirrorLog }: Shared, id: number) => ({
  sent: ({ deviceIds }: Waiting) => mirrorLog.note(id, deviceIds, 'sent'),
  failed: ({ deviceIds }: Waiting, reason: string) => mirrorLog.note(id, deviceIds, 'failed', reason),
  dropped: ({ deviceIds }: Waiting, reason: string) => mirrorLog.note(id, deviceIds, 'dropped', reason),
});

function openMirror(shared: Shared, row: MirrorRow): Mirror {
  const { id, kind, address: url, method, sealedAuthorization } = row;
  const { clock, guard, openSecret } = shared.parts;
  const lanes =
    kind === 'raw'
      ? undefined
      : createHttpLanes({
          ...{ url, clock, guard, memory: shared.memory, mostBytes: lanesBytes, ...noteFor(shared, id) },
          method: kind === 'json' ? 'POST' : method,
          contentType: kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
          authorization: sealedAuthorization === null ? undefined : openSecret(sealedAuthorization),
        });
  return { row, lines: new Set(), endpoints: new Map(), lanes, devices: new Map() };
}

function closeMirror(mirror: Mirror, reason: string): void {
  for (const line of mirror.lines) line.destroy(reason);
  mirror.lanes?.destroy(reason);
}

const none: readonly Mirror[] = [];

/** The mirrors that are switched on, with their devices, as they were read last. */
export function createMirrorBook(shared: Shared) {
  const { pool, clock, log } = shared.parts;
  let mirrors = none;
  /** By device, so that one that is forwarded nowhere costs one look-up. */
  let rawOf = new Map<number, Mirror[]>();
  let httpOf = new Map<number, Mirror[]>();
  let readMs = Number.NEGATIVE_INFINITY;
  let isStale = true;
  let reading: Promise<void> | undefined;
  let isClosed = false;

  const opened = (rows: readonly MirrorRow[]): readonly Mirror[] => {
    const kept = new Map(mirrors.map((mirror) => [JSON.stringify(mirror.row), mirror]));
    const next: Mirror[] = [];
    for (const row of rows) {
      const known = kept.get(JSON.stringify(row));
      kept.delete(JSON.stringify(row));
      try {
        next.push(known ?? openMirror(shared, row));
      } catch (error) {
        log.error({ err: error, mirrorId: row.id }, 'a mirror cannot be opened');
      }
    }
    for (const mirror of kept.values()) closeMirror(mirror, 'mirror-ended');
    return next;
  };
  const choose = (found: readonly MirroredDevice[]) => {
    const devices = Map.groupBy(found, ({ mirrorId }) => mirrorId);
    rawOf = new Map();
    httpOf = new Map();
    for (const mirror of mirrors) {
      mirror.devices = new Map((devices.get(mirror.row.id) ?? []).map((device) => [device.id, device]));
      const of = mirror.lanes ? httpOf : rawOf;
      for (const id of mirror.devices.keys()) of.set(id, [...(of.get(id) ?? []), mirror]);
    }
  };
  const read = async () => {
    isStale = false;
    readMs = clock.now();
    try {
      const found = await readMirrors(pool);
      if (isClosed) return;
      mirrors = opened(found.mirrors);
      choose(found.devices);
    } catch (error) {
      isStale = true;
      log.warn({ err: error }, 'the mirrors could not be read; it is tried again');
    }
    reading = undefined;
  };
  return {
    stale() {
      isStale = true;
    },
    refresh(nowMs: number): Promise<void> {
      const isDue = (isStale && nowMs - readMs >= gatherMs) || nowMs - readMs >= rereadMs;
      if (isDue) reading ??= read();
      return reading ?? Promise.resolve();
    },
    all: () => mirrors,
    rawOf: (deviceId: number) => rawOf.get(deviceId) ?? none,
    httpOf: (deviceId: number) => httpOf.get(deviceId) ?? none,
    /** What is still read then opens nothing: a database that does not answer holds no stop up. */
    close(reason: string) {
      isClosed = true;
      for (const mirror of mirrors) closeMirror(mirror, reason);
      mirrors = none;
      rawOf = new Map();
      httpOf = new Map();
    },
  };
}
