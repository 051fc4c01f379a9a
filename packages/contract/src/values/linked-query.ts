/** How lists of what is linked to users, groups and devices are requested. */
import { z } from 'zod';
import { flagTextSchema, idTextSchema, keywordSchema, pageQuerySchema } from './query-values.ts';

/**
 * Filters of lists of geofences, drivers, maintenances, notifications, computed attributes, saved commands, calendars.
 * They narrow what the caller sees and never widen it.
 *
 * - `userId`: through the eyes of a user one manages.
 * - `groupId`, `deviceId`: what is linked to that group or device.
 * - These three mean own links alone, as in the field. `inherited=true` adds what a user sees through groups, a device
 *   has from the groups it is in, and a group from those above it.
 * - `all` and `refresh` are accepted for clients of the field; `excludeAttributes=true` leaves attributes empty.
 */
export const linkedQuerySchema = pageQuerySchema.extend({
  id: z.array(idTextSchema).max(1000).optional(),
  all: flagTextSchema.optional(),
  excludeAttributes: flagTextSchema.optional(),
  userId: idTextSchema.optional(),
  groupId: idTextSchema.optional(),
  deviceId: idTextSchema.optional(),
  inherited: flagTextSchema.optional(),
  refresh: flagTextSchema.optional(),
  keyword: keywordSchema.optional(),
});

/** What the address of `POST geofences`, `notifications` and `maintenance` may say: the device it is made for, which it is linked to (ROLE-04). */
export const linkedCreatingSchema = z.object({ deviceId: idTextSchema.optional() });

export type LinkedCreating = z.infer<typeof linkedCreatingSchema>;
export type LinkedQuery = z.infer<typeof linkedQuerySchema>;
