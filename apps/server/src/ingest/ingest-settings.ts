import { defaultStatusTimeoutMs } from '@atalaia/domain/devices/device-status';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Bus, createReread } from '../platform/bus/bus.ts';
import { defaultThresholds, type Thresholds, thresholdsFrom } from './thresholds.ts';

/** What the server's settings row decides for ingest, from its attributes. */
export interface IngestSettings {
  /** `statusTimeoutSeconds`: silence after which a device is unknown, ms. */
  readonly statusTimeoutMs: number;
  /** `speedLimit`: for devices without a limit of their own, knots. */
  readonly speedLimitKnots: number | undefined;
  /** `automaticRegistration`: an unknown tracker becomes a device instead of being refused. */
  readonly automaticRegistration: boolean;
  /** For devices without their own. */
  readonly thresholds: Thresholds;
}

export interface SettingsWatch {
  current(): IngestSettings;
  /** Reads them, and again whenever they change; rejects when the first reading fails. */
  start(): Promise<void>;
  stop(): void;
}

export function createSettingsWatch(
  pool: Pick<Pool, 'query'>,
  bus: Pick<Bus, 'subscribe'>,
  log: Logger,
): SettingsWatch {
  let settings = settingsFrom({});
  const read = async () => {
    const { rows } = await pool.query<{ attributes: Record<string, unknown> }>({
      name: 'ingest-settings',
      text: 'SELECT attributes FROM server_settings',
    });
    settings = settingsFrom(rows[0]?.attributes ?? {});
  };
  return { current: () => settings, ...createReread('serverSettings', read, { bus, log }) };
}

/** Values that are not what they should be count as absent. */
export function settingsFrom(attributes: Readonly<Record<string, unknown>>): IngestSettings {
  const { statusTimeoutSeconds, speedLimit, automaticRegistration } = attributes;
  const seconds = positive(statusTimeoutSeconds);
  return {
    statusTimeoutMs: seconds === undefined ? defaultStatusTimeoutMs : seconds * 1000,
    speedLimitKnots: positive(speedLimit),
    automaticRegistration: automaticRegistration === true,
    thresholds: { ...defaultThresholds, ...thresholdsFrom(attributes) },
  };
}

/** A number above 0, else undefined: also how a device's own speed limit is read. */
export function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}
