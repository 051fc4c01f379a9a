/** What a report covers. The query carries absolute instants; the period is how a person chose them (REP-03). */
import { z } from 'zod';
import { idSchema, instantSchema } from '../values/values.ts';

export const reportTypeSchema = z.enum(['route', 'events', 'trips', 'stops', 'summary']);

export const reportPeriodSchema = z.enum([
  'dateToDate',
  'nowSofar',
  'yesterday',
  'currentWeekSoFar',
  'lastWeek',
  'currentMonthSoFar',
  'lastMonth',
]);

export const reportFilterSchema = z
  .object({
    device: z.array(idSchema),
    group: z.array(idSchema),
    /** Event types, for the events report. */
    event: z.array(z.string()).min(1).optional(),
    period: reportPeriodSchema,
    /** Both only for `dateToDate`. */
    startDate: instantSchema.optional(),
    endDate: instantSchema.optional(),
    /** Route and trips only. */
    markers: z.boolean().optional(),
  })
  .refine((filter) => filter.device.length + filter.group.length > 0, 'names no device and no group')
  .refine(
    ({ period, startDate, endDate }) => period !== 'dateToDate' || (startDate && endDate),
    'dateToDate needs both dates',
  );

export type ReportType = z.infer<typeof reportTypeSchema>;
