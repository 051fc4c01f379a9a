/** Which events are sent to whom, and how. */
import { z } from 'zod';
import { linkedQuerySchema } from '../values/linked-query.ts';
import { idTextSchema } from '../values/query-values.ts';
import { sortedBy } from '../values/sorting.ts';
import {
  flagInputSchema,
  idSchema,
  instantSchema,
  latitudeSchema,
  longitudeSchema,
  referenceInputSchema,
  referenceSchema,
  shortTextSchema,
} from '../values/values.ts';

export const notificatorSchema = z.enum(['web', 'mail', 'sms', 'mobile', 'whatsapp']);

export const notificationAttributesSchema = z
  .object({
    /** Alarm keys joined by comma, for type `alarm`; absent or empty means every alarm. */
    alarms: z.string().optional(),
    /** Ids of geofences joined by comma, for their events alone; absent or empty means every one. */
    geofences: z.string().optional(),
  })
  .catchall(z.unknown());

export const notificationSchema = z.object({
  id: idSchema,
  /** An event type of the vocabulary. */
  type: z.string(),
  /** For every device the person sees, not only the linked ones. */
  always: z.boolean(),
  /** Keys of `notificatorSchema` joined by comma. */
  notificators: z.string().nullable(),
  calendarId: referenceSchema,
  description: z.string().nullable(),
  /** The saved command that it is for. */
  commandId: referenceSchema,
  attributes: notificationAttributesSchema,
});

export const notificationInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  type: z.string().trim().min(1).max(128),
  always: z.boolean().optional(),
  notificators: z.string().max(255).nullable().optional(),
  /** The field’s documents name these channels by a flag each; they count where `notificators` is absent. */
  web: flagInputSchema,
  mail: flagInputSchema,
  sms: flagInputSchema,
  calendarId: referenceInputSchema,
  description: shortTextSchema.nullable().optional(),
  commandId: referenceInputSchema,
  attributes: notificationAttributesSchema.optional(),
});

/** Of `GET notifications/snoozes`: until when the caller is told nothing of a notification. Its events are stored all the same. */
export const notificationSnoozeSchema = z.object({ notificationId: idSchema, until: instantSchema });

/** `PUT notifications/{id}/snooze`. */
export const notificationSnoozeInputSchema = z.object({ minutes: z.number().int().min(1).max(1_440) });

export type NotificationSnooze = z.infer<typeof notificationSnoozeSchema>;
export type NotificationSnoozeInput = z.infer<typeof notificationSnoozeInputSchema>;

/**
 * `PUT devices/{id}/anchor`: the caller is told when the vehicle moves away from this place, by a geofence round it, a notification
 * and their links, which come and go together.
 */
export const anchorInputSchema = z.object({
  latitude: latitudeSchema,
  longitude: longitudeSchema,
  /** Of the geofence. */
  name: z.string().trim().min(1).max(255),
  /** Keys of `notificatorSchema` joined by comma. */
  notificators: z.string().max(255),
});
export type AnchorInput = z.infer<typeof anchorInputSchema>;

/** `GET devices/{id}/anchor`. */
export const anchorStateSchema = z.object({
  /** The caller's own lies there, or one that he may take away since nobody is known who made it. */
  own: z.boolean(),
  /** He is told by an anchor that somebody else made for him, and that he cannot take away. */
  others: z.boolean(),
  /** Numbers of the notifications made from a template for this vehicle that are his own; a process of an earlier release leaves them out. */
  ownNotifications: z.array(idSchema).optional(),
});
export type AnchorState = z.infer<typeof anchorStateSchema>;

/** Of `GET notifications/types`: an event type that can be notified. */
export const notificationTypeSchema = z.object({ type: z.string() });

/** Of `GET notifications/notificators`. `configured`: the server is set up to send by it. */
export const notificatorStateSchema = z.object({ type: notificatorSchema, configured: z.boolean() });

/** How a test went, by channel. */
export const notificationTestSchema = z.object({
  type: notificatorSchema,
  sent: z.boolean(),
  /** English, why it was not; the words of other servers are for administrators alone. */
  reason: z.string().nullable(),
});

/** `POST notifications/send/{notificator}`: a word to users, those of `userId` or all that one manages. */
export const notificationMessageSchema = z.object({
  subject: z.string().trim().min(1).max(255),
  /** Short, for a phone; the text itself when absent. */
  digest: z.string().max(2_000).nullable().optional(),
  body: z.string().trim().min(1).max(10_000),
});

export const notificationSendQuerySchema = z.object({ userId: z.array(idTextSchema).max(1000).optional() });

export type NotificationMessage = z.infer<typeof notificationMessageSchema>;

export const notificationQuerySchema = linkedQuerySchema.extend(
  sortedBy('type', 'alarms', 'notificators', 'always'),
);

export type NotificatorState = z.infer<typeof notificatorStateSchema>;
export type NotificationTest = z.infer<typeof notificationTestSchema>;
export type Notificator = z.infer<typeof notificatorSchema>;
export type Notification = z.infer<typeof notificationSchema>;
export type NotificationInput = z.infer<typeof notificationInputSchema>;
export type NotificationQuery = z.infer<typeof notificationQuerySchema>;

// A browser that takes notifications, also while the app is closed (Web Push, RFC 8030 and 8291).

const keySchema = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/, 'must be base64url')
    .max(Math.ceil((bytes * 4) / 3) + 4);

/** What `PushSubscription.toJSON` of a browser says. */
export const pushSubscriptionSchema = z.object({
  endpoint: z.url().max(2048),
  keys: z.object({
    /** A point of P-256, uncompressed. */
    p256dh: keySchema(65),
    auth: keySchema(16),
  }),
});

/** Of `GET push/key`: what a browser subscribes with. */
export const pushKeySchema = z.object({ publicKey: z.string() });

export type PushSubscription = z.infer<typeof pushSubscriptionSchema>;

/** What a push says, and what the app's worker shows. */
export const pushTextSchema = z.object({
  title: z.string(),
  body: z.string(),
  /** A page of the app. */
  path: z.string(),
  /** One that comes again replaces the one that is shown. */
  tag: z.string(),
});

export type PushText = z.infer<typeof pushTextSchema>;
