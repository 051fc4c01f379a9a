import { type DeviceStatus, deviceStatusFrom } from './device-status.ts';

/**
 * The five colours a device can have, in the order of the map's legend (MAP-01): green, blue, yellow, red, grey.
 * The design's tokens carry the same names (`--state-online` …).
 */
export const deviceColours = Object.freeze(['online', 'ignition', 'unknown', 'alarm', 'offline'] as const);

export type DeviceColour = (typeof deviceColours)[number];

/** What decides a device's colour. */
export interface DeviceCondition {
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
