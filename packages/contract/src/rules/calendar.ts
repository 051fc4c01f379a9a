/** When a rule holds: an iCalendar file, with its recurrences and time zones. */
import { z } from 'zod';
import { linkedQuerySchema } from '../values/linked-query.ts';
import { sortedBy } from '../values/sorting.ts';
import { attributesSchema, idSchema, nameSchema } from '../values/values.ts';

/** The uploaded file: base64, bare or as a data URL; at most 1 MB. */
const calendarDataSchema = z.string().min(1).max(1_400_000);

export const calendarSchema = z.object({
  id: idSchema,
  name: z.string(),
  data: calendarDataSchema,
  attributes: attributesSchema,
});

export const calendarInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  name: nameSchema,
  data: calendarDataSchema,
  attributes: attributesSchema.nullable().optional(),
});

/** Calendars are linked to users alone: a group or a device must be seen, and narrows nothing. */
export const calendarQuerySchema = linkedQuerySchema.extend(sortedBy('name'));

export type Calendar = z.infer<typeof calendarSchema>;
export type CalendarInput = z.infer<typeof calendarInputSchema>;
export type CalendarQuery = z.infer<typeof calendarQuerySchema>;
