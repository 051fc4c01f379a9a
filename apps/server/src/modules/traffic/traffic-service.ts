import type { TrafficEntry } from '@atalaia/contract/devices/traffic';
import type { Kysely } from 'kysely';
import { notFound } from '../../errors/app-error.ts';
import type { Traffic } from '../../ingest/traffic/traffic.ts';
import type { TrafficEntry as Entry } from '../../ingest/traffic/traffic-chunk.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Caller } from '../../visibility/caller.ts';
import { hiddenPassword } from '../../visibility/device-password.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import { presentFrame, presentTraffic, readFrameDevices } from './traffic-presenter.ts';

export interface TrafficParts {
  readonly kysely: Kysely<Schema>;
  readonly visibility: Pick<Visibility, 'isDeviceVisible'>;
  /** Whose session this token's hash is of, as `SessionAuthenticator.byHash`. */
  readonly readerOf: (
    tokenHash: string,
  ) => Promise<Pick<Caller, 'administrator' | 'user' | 'session'> | undefined>;
  /** What ingest noted. */
  readonly traffic: Traffic;
}

export interface TrafficService {
  /** Of the last minutes, oldest first. Throws `not-found` for a device that is not seen. */
  ofDevice(caller: Caller, deviceId: number): Promise<readonly TrafficEntry[]>;
  /** Of a tracker that nobody registered, by the id it gave. */
  ofStranger(uniqueId: string): readonly TrafficEntry[];
  /** Hears each frame, with a copy of its bytes; returns how to stop. */
  watch(listener: (frame: Frame) => void): () => void;
  /** Frames as the live channel sends them to this session, each `undefined` where it is none of its user's. */
  describe(tokenHash: string, frames: readonly Frame[]): Promise<readonly (string | undefined)[]>;
}

/** A frame as it was noted, of a device by its number or of a stranger by the id it gave. */
export interface Frame {
  readonly key: number | string;
  readonly entry: Entry;
}

export function createTrafficService({
  kysely,
  visibility,
  readerOf,
  traffic,
}: TrafficParts): TrafficService {
  return {
    async ofDevice(caller, deviceId) {
      if (!(await visibility.isDeviceVisible(caller, deviceId))) throw notFound('device', deviceId);
      const hidden = await hiddenPassword(kysely, caller, deviceId);
      return traffic.devices.read(deviceId).map((entry) => presentTraffic(entry, hidden));
    },
    watch: (listener) =>
      traffic.watch((key, direction, atMs, source, bytes) =>
        listener({ key, entry: { atMs, direction, source, bytes: Uint8Array.from(bytes) } }),
      ),
    async describe(tokenHash, frames) {
      const reader = await readerOf(tokenHash);
      if (!reader) return frames.map(() => undefined);
      const ids = frames.flatMap(({ key }) => (typeof key === 'number' ? [key] : []));
      const devices = await readFrameDevices(kysely, reader, [...new Set(ids)]);
      return frames.map(({ key, entry }) => {
        if (typeof key === 'string')
          return reader.administrator ? presentFrame({ deviceId: 0, uniqueId: key }, entry) : undefined;
        const device = devices.get(key);
        return device && presentFrame({ deviceId: key, uniqueId: device.uniqueId }, entry, device.hidden);
      });
    },
    ofStranger: (uniqueId) => traffic.strangers.read(uniqueId).map((entry) => presentTraffic(entry)),
  };
}
