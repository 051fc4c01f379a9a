/** What the server knows of a device's link. Anything else that is ever read counts as unknown. */
export const deviceStatuses = Object.freeze(['online', 'offline', 'unknown'] as const);

export type DeviceStatus = (typeof deviceStatuses)[number];

/** Silence after which a device is unknown unless the server's settings say otherwise, ms (ING-10). */
export const defaultStatusTimeoutMs = 600_000;

/** Any stored or received text as a status: `online` and `offline` as they are, everything else unknown (MAP-02). */
export function deviceStatusFrom(text: unknown): DeviceStatus {
  return text === 'online' || text === 'offline' ? text : 'unknown';
}
