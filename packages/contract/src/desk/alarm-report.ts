/** `GET reports/alarms`: the report "Alarmes". Newest first; as a spreadsheet where Accept requests one. */
import { z } from 'zod';
import { countTextSchema, idTextSchema, instantTextSchema } from '../values/query-values.ts';
import { alarmSchema, alarmSeveritySchema } from './alarm.ts';

export const alarmReportQuerySchema = z
  .object({
    /** By when it opened, both included; at most 366 days. */
    from: instantTextSchema,
    to: instantTextSchema,
    ruleId: z.array(idTextSchema).max(1000).optional(),
    severity: z.array(alarmSeveritySchema).optional(),
    /** Who closed it. */
    userId: z.array(idTextSchema).max(1000).optional(),
    customerId: z.array(idTextSchema).max(1000).optional(),
    deviceId: z.array(idTextSchema).max(1000).optional(),
    outcomeId: z.array(idTextSchema).max(1000).optional(),
    limit: countTextSchema.optional(),
    offset: countTextSchema.optional(),
  })
  .superRefine(({ from, to }, context) => {
    const lengthMs = Date.parse(to) - Date.parse(from);
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message });
    if (lengthMs < 0) refuse('must not be before from');
    if (lengthMs > 366 * 86_400_000) refuse('must be at most 366 days after from');
  });

export const alarmReportRowSchema = alarmSchema.extend({
  /** From the opening to the first claim, and to the closing; null where that was not yet. */
  claimSeconds: z.number().nullable(),
  closeSeconds: z.number().nullable(),
  withinClaim: z.boolean().nullable(),
  withinClose: z.boolean().nullable(),
  note: z.string().nullable(),
});

export type AlarmReportQuery = z.infer<typeof alarmReportQuerySchema>;
export type AlarmReportRow = z.infer<typeof alarmReportRowSchema>;
