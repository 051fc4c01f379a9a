/** What the server knows of a device's link. Anything else that is ever read counts as unknown. */
export const deviceStatuses = Object.freeze(['online', 'offline', 'unknown'] as const);

export type DeviceStatus = (typeof deviceStatuses)[number];

/** Silence after which a device is unknown unless the server's settings say otherwise, ms (ING-10). */
export const defaultStatusTimeoutMs = 600_000;

/** Any stored or received text as a status: `online` and `offline` as they are, everything else unknown (MAP-02). */
export function deviceStatusFrom(text: unknown): DeviceStatus {
  return text === 'online' || text === 'offline' ? text : 'unknown';
}

/**
 * The five colours a device can have, in the order of the map's legend (MAP-01): green, blue, yellow, red, grey.
 * The design's tokens carry the same names (`--state-online` …).
 */
export const deviceColours = Object.freeze(['online', 'ignition', 'unknown', 'alarm', 'offline'] as const);

export type DeviceColour = (typeof deviceColours)[number];

/** What decides a device's colour. */
interface DeviceCondition {
  readonly status: DeviceStatus | string | undefined;
  /** An alarm of it waits for somebody. */
  readonly alarm: boolean;
  /** Undefined when the device does not report it. */
  readonly ignition?: boolean | undefined;
}

/**
 * The colour of a device's icon. The first that fits wins: offline, unknown, alarm, ignition, online (MAP-02).
 * A device that is silent is not shown as alarming by colour alone; the siren badge is over any colour for that.
 */
export function deviceColour(condition: DeviceCondition): DeviceColour {
  const status = deviceStatusFrom(condition.status);
  if (status !== 'online') return status;
  if (condition.alarm) return 'alarm';
  return condition.ignition === true ? 'ignition' : 'online';
}

/** How long ago a device reported, in the five groups of the dashboard (DASH-02). */
export const communicationBuckets = Object.freeze([
  'upTo30Minutes',
  'upTo4Hours',
  'upTo24Hours',
  'over24Hours',
  'never',
] as const);

export type CommunicationBucket = (typeof communicationBuckets)[number];

/**
 * The group of a device by its last update: up to 1800 s, up to 14400 s, up to 86400 s, over 86400 s, never. Limits
 * belong to the younger group; an update stamped in the future counts as just now.
 */
export function communicationBucket(
  lastUpdateMs: number | null | undefined,
  nowMs: number,
): CommunicationBucket {
  if (lastUpdateMs === null || lastUpdateMs === undefined) return 'never';
  const silenceSeconds = (nowMs - lastUpdateMs) / 1000;
  if (silenceSeconds <= 1800) return 'upTo30Minutes';
  if (silenceSeconds <= 14_400) return 'upTo4Hours';
  return silenceSeconds <= 86_400 ? 'upTo24Hours' : 'over24Hours';
}
