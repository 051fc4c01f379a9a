import { type TrafficEntry, trafficEntrySchema } from '@atalaia/contract/devices/traffic';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { notFound } from '../../errors/app-error.ts';
import type { Traffic } from '../../ingest/traffic/traffic.ts';
import type { Bus, NotedFrame } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Caller } from '../../visibility/caller.ts';
import { hiddenPassword } from '../../visibility/device-password.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import { presentFrame, presentTraffic, readFrameDevices } from './traffic-presenter.ts';
import { createWatchedFrames } from './watched-frames.ts';

export interface TrafficParts {
  readonly kysely: Kysely<Schema>;
  readonly bus: Bus;
  readonly visibility: Pick<Visibility, 'isDeviceVisible'>;
  /** Whose session this token's hash is of, as `SessionAuthenticator.byHash`. */
  readonly readerOf: (
    tokenHash: string,
  ) => Promise<Pick<Caller, 'administrator' | 'user' | 'session'> | undefined>;
  /** What ingest noted in this process. */
  readonly traffic: Traffic;
  /** Asks the other processes, which noted what they received; absent where there are none. */
  readonly askOthers?: ((question: TrafficQuestion) => Promise<readonly unknown[]>) | undefined;
}

export interface TrafficService {
  /** Of the last minutes, oldest first. Throws `not-found` for a device that is not seen. */
  ofDevice(caller: Caller, deviceId: number): Promise<readonly TrafficEntry[]>;
  /** Of a tracker that nobody registered, by the id it gave. */
  ofStranger(uniqueId: string): Promise<readonly TrafficEntry[]>;
  /** What this process noted, for another one that asks: the newest of it that fits into an answer. */
  own(question: TrafficQuestion): readonly TrafficEntry[];
  /** Hears each frame of every process; returns how to stop. */
  watch(listener: (frame: NotedFrame) => void): () => void;
  /** Frames as the live channel sends them to this session, each `undefined` where it is none of its user's. */
  describe(tokenHash: string, frames: readonly NotedFrame[]): Promise<readonly (string | undefined)[]>;
}

/** Of a device, with its password masked, or of a stranger. */
export type TrafficQuestion =
  | { readonly kind: 'device-traffic'; readonly deviceId: number; readonly hidden?: string | undefined }
  | { readonly kind: 'stranger-traffic'; readonly uniqueId: string };

/** Characters of an answer to another process. */
const mostAnswered = 200_000;

export function createTrafficService(parts: TrafficParts): TrafficService {
  const { kysely, visibility, readerOf, traffic, askOthers } = parts;
  const noted = (question: TrafficQuestion): readonly TrafficEntry[] =>
    question.kind === 'device-traffic'
      ? traffic.devices.read(question.deviceId).map((entry) => presentTraffic(entry, question.hidden))
      : traffic.strangers.read(question.uniqueId).map((entry) => presentTraffic(entry));
  /** Oldest first, of all processes. */
  const everywhere = async (question: TrafficQuestion): Promise<readonly TrafficEntry[]> => {
    const own = noted(question);
    const answers = (await askOthers?.(question)) ?? [];
    const others = answers.flatMap((answer) => z.array(trafficEntrySchema).safeParse(answer).data ?? []);
    if (others.length === 0) return own;
    return [...own, ...others].sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
  };

  return {
    own(question) {
      const lines = noted(question);
      let left = mostAnswered;
      const from = lines.findLastIndex((line) => {
        left -= JSON.stringify(line).length;
        return left < 0;
      });
      return lines.slice(from + 1);
    },
    async ofDevice(caller, deviceId) {
      if (!(await visibility.isDeviceVisible(caller, deviceId))) throw notFound('device', deviceId);
      const hidden = await hiddenPassword(kysely, caller, deviceId);
      return everywhere({ kind: 'device-traffic', deviceId, hidden });
    },
    watch: createWatchedFrames(parts).watch,
    async describe(tokenHash, frames) {
      const reader = await readerOf(tokenHash);
      if (!reader) return frames.map(() => undefined);
      const ids = frames.flatMap(({ key }) => (typeof key === 'number' ? [key] : []));
      const devices = await readFrameDevices(kysely, reader, [...new Set(ids)]);
      return frames.map((frame) => {
        const { key } = frame;
        if (typeof key === 'string')
          return reader.administrator ? presentFrame({ deviceId: 0, uniqueId: key }, frame) : undefined;
        const device = devices.get(key);
        return device && presentFrame({ deviceId: key, uniqueId: device.uniqueId }, frame, device.hidden);
      });
    },
    ofStranger: (uniqueId) => everywhere({ kind: 'stranger-traffic', uniqueId }),
  };
}
