/**
 * What `/api/socket?b={token}` sends: objects of one key, the manner of the field's common API (WS-01). It begins with the
 * last positions of all that is seen, unless `snapshot=none` says that `GET live/snapshot` is asked for them.
 */
import { z } from 'zod';
import { customerSchema } from '../accounts/customer.ts';
import { blockSchema } from '../block/block.ts';
import { alarmSchema } from '../desk/alarm.ts';
import { vehicleHandlingSchema } from '../desk/alarm-acts.ts';
import { deskListSchema, deskNoticeSchema } from '../desk/desk.ts';
import { eventSchema } from '../rules/event.ts';
import { sinisterSchema } from '../sinisters/sinister.ts';
import { idSchema } from '../values/values.ts';
import { deviceSchema } from './device.ts';
import { positionSchema } from './position.ts';

export const liveMessageSchema = z.object({
  positions: z.array(positionSchema).optional(),
  devices: z.array(deviceSchema).optional(),
  events: z.array(eventSchema).optional(),
  customers: z.array(customerSchema).optional(),
  sinisters: z.array(sinisterSchema).optional(),
  /** Devices that exist no more. Beside the five channels of the source: apps that do not know it pass it over. */
  removedDeviceIds: z.array(idSchema).optional(),
  /**
   * Events that the person's own notifications refer to (NOT-01, notificator `web`), each sent in `events` already;
   * `attributes.notificationId` says by which.
   */
  notices: z.array(eventSchema).optional(),
  /**
   * Alarms as they are now, to everybody who works at the desk and sees them; one that is `closed` leaves the queue. Never trimmed: of
   * several changes of one the last is sent.
   */
  alarms: z.array(alarmSchema).optional(),
  /** Blocks and releases that were asked for or changed, to everybody who sees the vehicle. */
  blocks: z.array(blockSchema).optional(),
  /** Of the desk, to this person alone. */
  deskNotices: z.array(deskNoticeSchema).optional(),
  /** To clients: how alarms of their vehicles are handled, where that changed (`GET alarms/handling`). */
  handlings: z.array(vehicleHandlingSchema).optional(),
  /** Lists of the desk that are to be read again, to everybody who works there. */
  deskLists: z.array(deskListSchema).optional(),
  /**
   * How far the channel is, one opaque text: who connects again repeats the last one as `since` in the address, beside
   * `gapMs`, and is sent what was stored or handled after it (WS-02).
   */
  since: z.array(z.string()).optional(),
  /**
   * One word: false when what the server sends may lack what happened at other servers, true when it has sent what was missed
   * and lacks nothing again. Without a word it lacks nothing.
   */
  live: z.array(z.boolean()).optional(),
});

export const liveChannels = ['positions', 'devices', 'events', 'customers', 'sinisters'] as const;
export type LiveChannel = (typeof liveChannels)[number];
export type LiveMessage = z.infer<typeof liveMessageSchema>;

/** Close codes of the live socket beyond the standard ones. */
export const liveCloseCodes = Object.freeze({
  /** The session ended, or the user was disabled or expired: sign in again. */
  signedOut: 4401,
  /** The same, for clients of the field, which know this number. */
  signedOutOfField: 4000,
  /** What the user may see changed: connect again and load the snapshot. */
  visibilityChanged: 4409,
});

/** The socket is never silent for longer: without updates it sends a message with an empty list. */
export const liveSilenceMs = 30_000;

/**
 * `GET live/snapshot`: everything a map needs of every visible device, in columns, one entry a device in each.
 * 100,000 devices are parsed in the map's worker; no browser holds as many full objects.
 *
 * A live position replaces a snapshot's by `takesPlace` of the domain: so the socket is opened first, the snapshot
 * fetched next, and no order of arrival loses or ages a vehicle.
 */
export const liveSnapshotSchema = z.object({
  /** When the server read it, ms since 1970 UTC. */
  serverTimeMs: z.number().int(),
  deviceId: z.array(z.number().int()),
  name: z.array(z.string()),
  uniqueId: z.array(z.string()),
  category: z.array(z.string().nullable()),
  /** The vehicle's plate and model, from its attributes. */
  plate: z.array(z.string().nullable()),
  vehicleModel: z.array(z.string().nullable()),
  /** 0 where it is in none. */
  groupId: z.array(z.number().int()),
  customerId: z.array(z.number().int()),
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
