/**
 * For how long each class of data is kept (OPS-04): attributes of the server's settings, days; 0 or absent keeps it for
 * ever. Cases, customers and everything registered are never deleted by age.
 */
import { z } from 'zod';

/** `retentionPositionsDays` and so on. `travelHours`: what summaries are read from; `commands`, `notices`: ended ones. */
export const retentionAttributes = {
  positions: 'retentionPositionsDays',
  travelHours: 'retentionTravelHoursDays',
  events: 'retentionEventsDays',
  commands: 'retentionCommandsDays',
  notices: 'retentionNoticesDays',
  audit: 'retentionAuditDays',
} as const;

export type DataClass = keyof typeof retentionAttributes;

export const retentionDaysSchema = z
  .number()
  .int('must be a whole number of days, or 0 to keep all')
  .min(0, 'must be a whole number of days, or 0 to keep all')
  .max(36_500, 'must be at most 36500 days');

/** The days of each class that has an end; a value that is none counts as absent, and so keeps. */
export function retentionFrom(
  attributes: Readonly<Record<string, unknown>>,
): Partial<Record<DataClass, number>> {
  const retained: Partial<Record<DataClass, number>> = {};
  for (const [name, attribute] of Object.entries(retentionAttributes)) {
    const days = retentionDaysSchema.safeParse(attributes[attribute]);
    if (days.success && days.data > 0) retained[name as DataClass] = days.data;
  }
  return retained;
}
