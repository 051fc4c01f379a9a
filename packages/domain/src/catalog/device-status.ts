/** What the server knows of a device's link. Anything else that is ever read counts as unknown. */
export const deviceStatuses = Object.freeze(['online', 'offline', 'unknown'] as const);

export type DeviceStatus = (typeof deviceStatuses)[number];

/** Silence after which a device is unknown unless the server's settings say otherwise, ms (ING-10). */
export const defaultStatusTimeoutMs = 600_000;

/** Any stored or received text as a status: `online` and `offline` as they are, everything else unknown (MAP-02). */
export function deviceStatusFrom(text: unknown): DeviceStatus {
  return text === 'online' || text === 'offline' ? text : 'unknown';
}

/** What is known of a device's link at one moment. */
export interface LinkFacts {
  /** When its last message of any kind came, ms since 1970; absent when it never spoke. */
  readonly lastMessageMs?: number | undefined;
  /** Connections of the device that are open now. UDP and HTTP have none. */
  readonly openConnections: number;
  /** Its last connection was seen to close after the last message; false for UDP and HTTP, and after a restart. */
  readonly connectionClosed: boolean;
}

/**
 * The status that follows from the link (ING-10): offline once its connection closed and no other is open; otherwise
 * online while a message came within the time-out, and unknown after that silence, so also for UDP and HTTP.
 * A device that never spoke is unknown. A message stamped in the future counts as just come.
 */
export function statusOfLink(
  link: LinkFacts,
  nowMs: number,
  timeoutMs: number = defaultStatusTimeoutMs,
): DeviceStatus {
  if (link.connectionClosed && link.openConnections === 0) return 'offline';
  if (link.lastMessageMs === undefined) return 'unknown';
  return nowMs - link.lastMessageMs < timeoutMs ? 'online' : 'unknown';
}
