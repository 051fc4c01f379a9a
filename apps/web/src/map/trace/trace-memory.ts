/** The last places of the devices whose way is drawn: bounded, whatever the fleet sends. */
import type { Position } from '@atalaia/contract/devices/position';
import { mercatorX, mercatorY } from '../mercator.ts';

/** How many positions a trail keeps (MAP-09). */
const defaultTraceLimit = 5;
/** When the trace of one device is switched on. */
const switchedOnTraceLimit = 30;
/** No device draws more than this, whatever its own limit says. */
export const longestTrace = 5000;

interface TraceLimitQuestion {
  /** The device's own trace is on, and not only the traces of all. */
  readonly switchedOn: boolean;
  /** The device's attribute `traceLimit`, as it was written: a number, or digits. */
  readonly deviceLimit?: unknown;
}

/** The device's own limit wins; a text that is no number from 1 on counts as none. */
export function traceLimit({ switchedOn, deviceLimit }: TraceLimitQuestion): number {
  const own = typeof deviceLimit === 'string' && deviceLimit.trim() ? Number(deviceLimit) : deviceLimit;
  if (typeof own === 'number' && own >= 1) return Math.min(longestTrace, Math.floor(own));
  return switchedOn ? switchedOnTraceLimit : defaultTraceLimit;
}

/** x and y of each place in turn, EPSG:3857 metres, oldest first. */
export type TracePoints = readonly number[];

/** With all traces on, so many devices are remembered; those silent for longest are forgotten first. */
const mostDevices = 20_000;

interface Track {
  points: number[];
  newestFixMs: number;
}

export type TracedPosition = Pick<Position, 'deviceId' | 'fixTime' | 'latitude' | 'longitude'>;

export interface TraceMemory {
  /** Switches one device's trace on with what is known of its way, or off with null. */
  setDevice(deviceId: number, positions: readonly TracedPosition[] | null): void;
  /** Remembers every device that moves, or forgets all but those switched on. */
  setAll(on: boolean): void;
  setOwnLimit(deviceId: number, limit: unknown): void;
  /** Takes live positions. Tells whether any trail changed. */
  add(positions: readonly TracedPosition[]): boolean;
  /** Where a trail begins that has no past: the place a device was seen at. Known trails stay as they are. */
  begin(deviceId: number, x: number, y: number): void;
  pointsOf(deviceId: number): TracePoints;
  switchedOn(): readonly number[];
  all(): boolean;
  trackCount(): number;
}

export function createTraceMemory(): TraceMemory {
  const tracks = new Map<number, Track>();
  const chosen = new Set<number>();
  const ownLimits = new Map<number, unknown>();
  let all = false;

  function limitOf(deviceId: number): number {
    return traceLimit({ switchedOn: chosen.has(deviceId), deviceLimit: ownLimits.get(deviceId) });
  }

  /** The track, made when missing, as the one used last. */
  function touched(deviceId: number): Track {
    const track = tracks.get(deviceId) ?? { points: [], newestFixMs: Number.NEGATIVE_INFINITY };
    tracks.delete(deviceId);
    tracks.set(deviceId, track);
    return track;
  }

  function append(position: TracedPosition): boolean {
    const { deviceId, latitude, longitude } = position;
    const fixMs = Date.parse(position.fixTime);
    const track = touched(deviceId);
    if (!(fixMs > track.newestFixMs)) return false;
    track.newestFixMs = fixMs;
    const x = mercatorX(longitude);
    const y = mercatorY(latitude);
    // A vehicle that stands keeps the way it came.
    if (track.points.at(-2) === x && track.points.at(-1) === y) return false;
    track.points.push(x, y);
    shorten(deviceId, track);
    return true;
  }

  function shorten(deviceId: number, track: Track): void {
    const optional = track.points.length - limitOf(deviceId) * 2;
    if (optional > 0) track.points.splice(0, optional);
  }

  function forgetSilent(): void {
    for (const deviceId of tracks.keys()) {
      if (tracks.size <= mostDevices) return;
      if (!chosen.has(deviceId)) tracks.delete(deviceId);
    }
  }

  return {
    setDevice(deviceId, positions) {
      if (positions === null) {
        chosen.delete(deviceId);
        const track = tracks.get(deviceId);
        if (track && all) shorten(deviceId, track);
        else tracks.delete(deviceId);
        return;
      }
      chosen.add(deviceId);
      const live = tracks.get(deviceId);
      tracks.delete(deviceId);
      for (const position of positions.toSorted((a, b) => (a.fixTime < b.fixTime ? -1 : 1))) append(position);
      const track = touched(deviceId);
      // Nothing older than what came live meanwhile is known: the live way stays.
      if (live && live.newestFixMs > track.newestFixMs) {
        if (track.points.length > 0) track.points.push(...live.points.slice(-2));
        else track.points = live.points;
        track.newestFixMs = live.newestFixMs;
      }
      shorten(deviceId, track);
    },
    setAll(on) {
      all = on;
      if (on) return;
      for (const deviceId of [...tracks.keys()]) if (!chosen.has(deviceId)) tracks.delete(deviceId);
    },
    setOwnLimit(deviceId, limit) {
      if (limit === undefined || limit === null) ownLimits.delete(deviceId);
      else ownLimits.set(deviceId, limit);
      const track = tracks.get(deviceId);
      if (track) shorten(deviceId, track);
    },
    add(positions) {
      if (!all && chosen.size === 0) return false;
      let changed = false;
      for (const position of positions) {
        if (all || chosen.has(position.deviceId)) changed = append(position) || changed;
      }
      forgetSilent();
      return changed;
    },
    begin(deviceId, x, y) {
      if (!all || tracks.has(deviceId)) return;
      touched(deviceId).points.push(x, y);
      forgetSilent();
    },
    pointsOf: (deviceId) => tracks.get(deviceId)?.points ?? [],
    switchedOn: () => [...chosen],
    all: () => all,
    trackCount: () => tracks.size,
  };
}
