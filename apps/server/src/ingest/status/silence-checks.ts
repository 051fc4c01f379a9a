import type { Pool } from 'pg';
import type { Clock } from '../clock.ts';
import type { Intake } from '../connection/intake.ts';
import type { IngestSettings } from '../ingest-settings.ts';
import { findQuietDevices } from './quiet-devices.ts';
import type { SilenceWatch } from './silence-watch.ts';

/** Finds devices that send nothing. Time in which nothing was stored, and so nothing taken, is not their silence. */
export interface SilenceChecks {
  /** Ingest takes messages from here on. */
  start(): void;
  /** Makes devices unknown whose last message is too long ago (ING-10). */
  endSilent(): void;
  /** Raises the events of devices that became inactive or are perhaps jammed (`docs/events.md`). */
  raiseQuietEvents(): Promise<void>;
}

export interface SilenceChecksParts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly intake: Pick<Intake, 'push'>;
  readonly silence: Pick<SilenceWatch, 'excuse' | 'silentSince'>;
  readonly writers: { readonly trouble: unknown };
  readonly settings: { current(): IngestSettings };
}

/** After ingest took nothing for so long, ms, the silence of every tracker is counted from zero again. */
const longOutageMs = 30_000;

export function createSilenceChecks(parts: SilenceChecksParts): SilenceChecks {
  const { pool, clock, intake, silence, writers, settings } = parts;
  let startedMs = clock.now();
  let outageMs: number | undefined;

  /** Whether nothing is taken now; when that has ended, counts it out of the silence of every device. */
  const isOutage = (nowMs: number) => {
    if (writers.trouble) outageMs ??= nowMs;
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
