/**
 * `GET live/snapshot`: everything a map needs of every visible device, in columns, one entry a device in each.
 * 100,000 devices are parsed in the map's worker; no browser holds as many full objects.
 *
 * A live position replaces a snapshot's by `takesPlace` of the domain: so the socket is opened first, the snapshot
 * fetched next, and no order of arrival loses or ages a vehicle.
 */
import { z } from 'zod';

export const liveSnapshotSchema = z.object({
  /** When the server read it, ms since 1970 UTC. */
  serverTimeMs: z.number().int(),
  deviceId: z.array(z.number().int()),
  name: z.array(z.string()),
  uniqueId: z.array(z.string()),
  category: z.array(z.string().nullable()),
  /** `online`, `offline` or `unknown`. */
  status: z.array(z.string()),
  disabled: z.array(z.boolean()),
  lastUpdateMs: z.array(z.number().nullable()),
  positionId: z.array(z.number().int()),
  fixTimeMs: z.array(z.number().nullable()),
  /** Degrees; null when the device never had a position. */
  latitude: z.array(z.number().nullable()),
  longitude: z.array(z.number().nullable()),
  /** Degrees clockwise from north. */
  course: z.array(z.number().nullable()),
  speedKnots: z.array(z.number().nullable()),
  ignition: z.array(z.boolean().nullable()),
  /** Alarm keys of the last position, joined by comma. */
  alarm: z.array(z.string().nullable()),
  /** An alarm's event of this device is not handled yet: the siren badge shows (MAP-02). */
  siren: z.array(z.boolean()),
});

export type LiveSnapshot = z.infer<typeof liveSnapshotSchema>;
