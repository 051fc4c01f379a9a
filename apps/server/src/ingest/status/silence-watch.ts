import type { Pool } from 'pg';
import type { Clock } from '../clock.ts';
import type { Intake } from '../connection/intake.ts';
import type { IngestDevice } from '../ingest-device.ts';
import type { IngestSettings } from '../ingest-settings.ts';
import { findQuietDevices } from './quiet-devices.ts';

export type WatchedDevice = Pick<IngestDevice, 'id' | 'name'>;

export interface SilentDevice {
  readonly device: WatchedDevice;
  readonly atMs: number;
}

/** Devices that count as online, the longest silent first. */
export interface SilenceWatch {
  /** Times in ms since 1970 UTC. */
  received(device: WatchedDevice, atMs: number): void;
  /** Its connection closed: it is offline already, so silence adds nothing. */
  forget(deviceId: number): void;
  /** For so long, until now, the server took nothing: that time is no silence. */
  excuse(ms: number, nowMs: number): void;
  /** Takes out the devices whose last message was at or before this, and says when it was. */
  silentSince(lastMs: number): SilentDevice[];
}

export function createSilenceWatch(): SilenceWatch {
  /** In the order of their last messages: each message moves its device to the end. */
  const watched = new Map<number, { readonly device: WatchedDevice; atMs: number }>();
  return {
    received(device, atMs) {
      watched.delete(device.id);
      watched.set(device.id, { device, atMs });
    },
    forget: (deviceId) => watched.delete(deviceId),
    excuse(ms, nowMs) {
      for (const each of watched.values()) each.atMs = Math.max(each.atMs, Math.min(each.atMs + ms, nowMs));
    },
    silentSince(lastMs) {
      const silent: SilentDevice[] = [];
      for (const [id, { device, atMs }] of watched) {
        if (atMs > lastMs) break;
        silent.push({ device, atMs });
        watched.delete(id);
      }
      return silent;
    },
  };
}

/** Finds devices that send nothing. Time in which nothing was stored, and so nothing taken, is not their silence. */
interface SilenceChecks {
  /** Ingest takes messages from here on. */
  start(): void;
  /** Makes devices unknown whose last message is too long ago (ING-10). */
  endSilent(): void;
  /** Raises the events of devices that became inactive or are perhaps jammed (`docs/events.md`). */
  raiseQuietEvents(): Promise<void>;
}

interface SilenceChecksParts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly intake: Pick<Intake, 'push'>;
  readonly silence: Pick<SilenceWatch, 'excuse' | 'silentSince'>;
  /** Why nothing is taken now; undefined while it is. */
  readonly trouble: () => unknown;
  readonly settings: { current(): IngestSettings };
}

/** After ingest took nothing for so long, ms, the silence of every tracker is counted from zero again. */
const longOutageMs = 30_000;

export function createSilenceChecks(parts: SilenceChecksParts): SilenceChecks {
  const { pool, clock, intake, silence, trouble, settings } = parts;
  let startedMs = clock.now();
  let outageMs: number | undefined;

  /** Whether nothing is taken now; when that has ended, counts it out of the silence of every device. */
  const isOutage = (nowMs: number) => {
    if (trouble()) outageMs ??= nowMs;
    else if (outageMs !== undefined) {
      silence.excuse(nowMs - outageMs, nowMs);
      if (nowMs - outageMs > longOutageMs) startedMs = nowMs;
      outageMs = undefined;
    }
    return outageMs !== undefined;
  };

  return {
    start() {
      startedMs = clock.now();
    },
    endSilent() {
      const nowMs = clock.now();
      if (isOutage(nowMs)) return;
      for (const { device, atMs } of silence.silentSince(nowMs - settings.current().statusTimeoutMs)) {
        intake.push({ kind: 'silent', device, receivedMs: nowMs, lastReceivedMs: atMs });
      }
    },
    async raiseQuietEvents() {
      const nowMs = clock.now();
      // what was found before still waits for its commit, and would be found again each time
      if (isOutage(nowMs)) return;
      const upMs = nowMs - startedMs;
      for (const entry of await findQuietDevices(pool, nowMs, upMs, settings.current())) {
        intake.push(entry);
      }
    },
  };
}
