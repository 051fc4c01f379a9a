/** How lists of what is linked to users, groups and devices are asked for. */
import { z } from 'zod';
import { flagTextSchema, idTextSchema, keywordSchema, pageQuerySchema } from './query-values.ts';

/**
 * Filters of lists of geofences, drivers, maintenances, notifications, computed attributes, saved commands, calendars.
 * They narrow what the caller sees and never widen it.
 *
 * - `userId`: through the eyes of a user one manages.
 * - `groupId`, `deviceId`: what is linked to that group, or to that device and the groups it lies in.
 * - `direct=true`: with one of these three, its own links alone, as switches of links are drawn from them.
 * - `all` is accepted for clients of the field.
 */
export const linkedQuerySchema = pageQuerySchema.extend({
  id: z.array(idTextSchema).max(1000).optional(),
  all: flagTextSchema.optional(),
  userId: idTextSchema.optional(),
  groupId: idTextSchema.optional(),
  deviceId: idTextSchema.optional(),
  direct: flagTextSchema.optional(),
  keyword: keywordSchema.optional(),
});

export type LinkedQuery = z.infer<typeof linkedQuerySchema>;
