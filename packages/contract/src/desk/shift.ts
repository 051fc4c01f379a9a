/** Who is on duty hands over to everybody who comes (SHIFT-02), and the vehicles that need an eye meanwhile (SHIFT-03). */
import { z } from 'zod';
import { idTextSchema } from '../values/query-values.ts';
import { idSchema, instantSchema, longIdSchema } from '../values/values.ts';

/** A vehicle on the watch list: why, and until when. */
export const watchedDeviceSchema = z.object({
  id: idSchema,
  deviceId: idSchema,
  deviceName: z.string(),
  plate: z.string().nullable(),
  reason: z.string(),
  createdAt: instantSchema,
  createdBy: z.string(),
  until: instantSchema,
});

/** `POST watched-devices`: at most 30 days from now. A new one of the same device takes the place of the one before. */
export const watchedDeviceInputSchema = z.object({
  deviceId: idSchema,
  reason: z.string().trim().min(1).max(500),
  until: instantSchema,
});

/** `GET watched-devices`: those in force, of what one sees. */
export const watchedDeviceQuerySchema = z.object({ deviceId: idTextSchema.optional() });

/** What a person leaves behind: alarms that he holds, open cases, commands that wait for their tracker, watched vehicles. */
export const handoverItemSchema = z.object({
  kind: z.enum(['alarm', 'sinister', 'command', 'watched']),
  /** Of the alarm, case, command or watch. */
  id: longIdSchema,
  /** Null of an alarm that is about no vehicle. */
  deviceId: idSchema.nullable(),
  deviceName: z.string().nullable(),
  /** Type or label of the event or rule, type of the case or command, reason of the watch. */
  what: z.string(),
  since: instantSchema,
});

/** `GET desk/handovers/list`: made for anybody who asks, as it is now. */
export const handoverListSchema = z.array(handoverItemSchema);

/** `POST desk/handovers`. */
export const handoverInputSchema = z.object({ note: z.string().trim().min(1).max(4000) });

/** `GET desk/handovers`: those that nobody has accepted, and those of the last 24 h. */
export const handoverSchema = z.object({
  id: idSchema,
  userId: idSchema,
  userName: z.string(),
  createdAt: instantSchema,
  note: z.string(),
  /** Of vehicles that I see. */
  items: z.array(handoverItemSchema),
  acceptedAt: instantSchema.nullable(),
  acceptedBy: z.string().nullable(),
  /** Nobody accepted it within 10 min: the supervisors were notified then. */
  escalatedAt: instantSchema.nullable(),
});

export type WatchedDevice = z.infer<typeof watchedDeviceSchema>;
export type WatchedDeviceInput = z.infer<typeof watchedDeviceInputSchema>;
export type WatchedDeviceQuery = z.infer<typeof watchedDeviceQuerySchema>;
export type HandoverItem = z.infer<typeof handoverItemSchema>;
export type HandoverInput = z.infer<typeof handoverInputSchema>;
export type Handover = z.infer<typeof handoverSchema>;
