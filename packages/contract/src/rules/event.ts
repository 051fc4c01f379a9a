/** Something that happened to a device. Types are those of the vocabulary. */
import { z } from 'zod';
import {
  countTextSchema,
  flagTextSchema,
  idTextSchema,
  instantTextSchema,
  longIdTextSchema,
} from '../values/query-values.ts';
import {
  attributesSchema,
  idSchema,
  instantSchema,
  longIdSchema,
  referenceSchema,
} from '../values/values.ts';

export const eventAttributesSchema = z
  .object({
    /** One alarm key, for type `alarm`. */
    alarm: z.string().optional(),
    /** Knots, for `deviceOverspeed`. */
    speed: z.number().optional(),
    /** Knots, the limit that was exceeded. */
    speedLimit: z.number().optional(),
    /** The tracker's answer, for `commandResult`. */
    result: z.string().optional(),
    /** Of `commandResult` and `queuedCommandSent`: the sent command, its type and what became of it. */
    commandId: z.number().int().optional(),
    commandType: z.string().optional(),
    state: z.enum(['sent', 'answered', 'failed', 'expired']).optional(),
    /** Why a command failed, a word. */
    reason: z.string().optional(),
  })
  .catchall(z.unknown());

export const eventSchema = z.object({
  id: longIdSchema,
  deviceId: idSchema,
  type: z.string(),
  /** Derived: the device's name. */
  name: z.string(),
  eventTime: instantSchema,
  serverTime: instantSchema,
  /** 0 when no position goes with it. */
  positionId: z.number().int().min(0),
  geofenceId: referenceSchema,
  maintenanceId: referenceSchema,
  attributes: eventAttributesSchema,
  /** When somebody first noted how it was handled (EVT-03); absent or null until then. */
  handledAt: instantSchema.nullable().optional(),
  /** Name of the person who did. */
  handledBy: z.string().nullable().optional(),
  /**
   * Sent live with a handled event (EVT-04): whether another alarm of the device still waits, so that its siren badge
   * stays.
   */
  deviceSiren: z.boolean().optional(),
});

/** A period that ends before it begins is a mistake, and no empty list. */
function checkOrder(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (from && to && Date.parse(from) > Date.parse(to))
    context.addIssue({ code: 'custom', path: ['to'], message: 'must not be before from' });
}

/** `GET events`: newest first, 100 unless `limit` says otherwise. */
export const eventQuerySchema = z
  .object({
    id: z.array(longIdTextSchema).max(1000).optional(),
    deviceId: idTextSchema.optional(),
    /** Repeated or with commas between; all when absent, and for `allEvents`. */
    type: z.array(z.string().max(2_000)).max(200).optional(),
    /** Those with one of these alarms, repeated or with commas between. */
    alarm: z.array(z.string().max(2_000)).max(200).optional(),
    /** By the time of the event, both included. */
    from: instantTextSchema.optional(),
    to: instantTextSchema.optional(),
    handled: flagTextSchema.optional(),
    limit: z
      .string()
      .regex(/^(?:\d{1,3}|1000)$/, 'must be a whole number from 0 to 1000')
      .optional(),
    offset: countTextSchema.optional(),
  })
  .superRefine(checkOrder);

/** `GET events/handled`: those that were handled last first, 100 unless `limit` says otherwise. */
export const handledEventQuerySchema = z
  .object({
    /** Contained in the vehicle's name or plate, the comment or the name of who wrote it. */
    keyword: z.string().max(200).optional(),
    deviceId: idTextSchema.optional(),
    /** Who handled it. */
    userId: idTextSchema.optional(),
    type: z.array(z.string().max(2_000)).max(200).optional(),
    /** By when it was handled, both included. */
    from: instantTextSchema.optional(),
    to: instantTextSchema.optional(),
    limit: z
      .string()
      .regex(/^(?:[1-9]\d{0,2}|1000)$/, 'must be a whole number from 1 to 1000')
      .optional(),
    offset: countTextSchema.optional(),
  })
  .superRefine(checkOrder);

/** A handled event with what was written of it. */
export const handledEventSchema = eventSchema.extend({
  plate: z.string().nullable(),
  /** 0 for the server itself, and for a user who was removed. */
  handledById: z.number().int(),
  /** The comment that handled it. */
  comment: z.string().nullable(),
});

/**
 * `GET events/open-alarms`: the latest number first, 1000 unless `limit` says otherwise. A page that is full may be
 * followed by another: the one before the smallest number of this one.
 */
export const openAlarmQuerySchema = z.object({
  limit: z
    .string()
    .regex(/^(?:[1-9]\d{0,2}|1\d{3}|2000)$/, 'must be a whole number from 1 to 2000')
    .optional(),
  beforeId: longIdTextSchema.optional(),
});

export type EventAttributes = z.infer<typeof eventAttributesSchema>;
export type Event = z.infer<typeof eventSchema>;
export type EventQuery = z.infer<typeof eventQuerySchema>;
export type HandledEventQuery = z.infer<typeof handledEventQuerySchema>;
export type HandledEvent = z.infer<typeof handledEventSchema>;
export type OpenAlarmQuery = z.infer<typeof openAlarmQuerySchema>;

/** How an event was handled; who and when come from the session (EVT-03). */
export const eventCommentInputSchema = z.object({
  eventId: longIdSchema.optional(),
  comment: z.string().trim().min(1).max(10_000),
  attributes: attributesSchema.optional(),
});

export const eventCommentSchema = z.object({
  id: longIdSchema,
  eventId: longIdSchema,
  comment: z.string(),
  attributes: attributesSchema,
  /** Name of the person who wrote it. */
  userName: z.string(),
  createdAt: instantSchema,
});

export type EventCommentInput = z.infer<typeof eventCommentInputSchema>;
export type EventComment = z.infer<typeof eventCommentSchema>;
