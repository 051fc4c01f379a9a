/** `GET reports/{type}`. The answer is JSON, or a spreadsheet where the Accept header requests one. */
import { z } from 'zod';
import { flagTextSchema, idTextSchema, instantTextSchema } from '../values/query-values.ts';

/** What a client sends as Accept to get a spreadsheet, and what comes then. */
export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A leap year. */
export const longestReportDays = 366;

const dayMs = 86_400_000;
const mostNamed = 10_000;

/** Without devices and groups: over all that the caller sees, within the report's limit of rows. */
const reportFields = {
  deviceId: z.array(idTextSchema).max(mostNamed).optional(),
  /** With every group below it. */
  groupId: z.array(idTextSchema).max(mostNamed).optional(),
  /** By fix time or time of the event, both included. */
  from: instantTextSchema,
  to: instantTextSchema,
  /** Made in the background and sent to the caller's address, as a spreadsheet. */
  mail: flagTextSchema.optional(),
  /** How a map shows it; the rows are the same. */
  markers: flagTextSchema.optional(),
};

interface ReportRange {
  readonly from: string;
  readonly to: string;
}

function checkRange(query: ReportRange, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const lengthMs = Date.parse(query.to) - Date.parse(query.from);
  if (lengthMs < 0) refuse('to', 'must not be before from');
  if (lengthMs > longestReportDays * dayMs) {
    refuse('to', `must be at most ${longestReportDays} days after from`);
  }
}

export const reportQuerySchema = z.object(reportFields).superRefine(checkRange);

/** `daily=true` gives a row a day, in the caller's time zone. */
export const summaryQuerySchema = z
  .object({ ...reportFields, daily: flagTextSchema.optional() })
  .superRefine(checkRange);

export const geofencesReportQuerySchema = z
  .object({ ...reportFields, geofenceId: z.array(idTextSchema).max(mostNamed).optional() })
  .superRefine(checkRange);

export const eventsReportQuerySchema = z
  .object({
    ...reportFields,
    /** Event types, repeated or with commas between; all when absent, and for `allEvents`. */
    type: z.array(z.string().max(2_000)).max(200).optional(),
    /** Those with one of these alarms, repeated or with commas between. */
    alarm: z.array(z.string().max(2_000)).max(200).optional(),
  })
  .superRefine(checkRange);

export const routeReportQuerySchema = z
  .object({
    ...reportFields,
    /**
     * Of the spreadsheet, in this order: a field of the rows, or `attributes.` and an attribute's name. Those of the
     * table when absent.
     */
    column: z.array(z.string().min(1).max(160)).max(200).optional(),
  })
  .superRefine(checkRange);

export type ReportQuery = z.infer<typeof eventsReportQuerySchema> &
  z.infer<typeof routeReportQuerySchema> &
  z.infer<typeof summaryQuerySchema> &
  z.infer<typeof geofencesReportQuerySchema>;
