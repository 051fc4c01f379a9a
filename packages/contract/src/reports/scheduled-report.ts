/** A report that its owner is mailed, as a spreadsheet, each time an event of a calendar begins. */
import { z } from 'zod';
import { linkedQuerySchema } from '../values/linked-query.ts';
import { flagTextSchema, idTextSchema, keywordSchema, pageQuerySchema } from '../values/query-values.ts';
import { sortedBy } from '../values/sorting.ts';
import {
  attributesSchema,
  idSchema,
  instantSchema,
  nameSchema,
  referenceInputSchema,
  referenceSchema,
  shortTextSchema,
} from '../values/values.ts';

/** What a report covers. The query carries absolute instants; the period is how a person chose them (REP-03). */
export const reportTypeSchema = z.enum(['route', 'events', 'trips', 'stops', 'summary']);

const reportPeriodSchema = z.enum([
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

/** Periods that move with time; dates of its own would bring the same report again and again. */
export const scheduledPeriodSchema = reportPeriodSchema.exclude(['dateToDate']);

/** Why the last one that was due was not sent. */
export const scheduledReportFaultSchema = z.enum([
  'channel-not-set-up',
  /** The owner's account is disabled or has expired. */
  'account-ended',
  /** The owner does not see the calendar any more. */
  'calendar-unseen',
  /** The owner sees none of its devices any more. */
  'devices-unseen',
  'report-too-large',
  /** It was due while the server was down for more than a day. */
  'missed',
  /** The server stopped while it was being made. */
  'interrupted',
  /** The mail server fell silent with the mail in its hands: it may have arrived, and is not sent again. */
  'unconfirmed',
  /** It could not be made or mailed; the log and the audit hold more. */
  'failed',
]);

const filter = {
  type: reportTypeSchema,
  /** Computed when an event begins, in the owner's zone. */
  period: scheduledPeriodSchema,
};

export const scheduledReportSchema = z.object({
  id: idSchema,
  name: z.string(),
  ...filter,
  deviceIds: z.array(idSchema),
  /** With every group below each. */
  groupIds: z.array(idSchema),
  /** For the events report; all when empty. */
  eventTypes: z.array(z.string()),
  /** 0 when the calendar no longer exists: nothing is sent. */
  calendarId: referenceSchema,
  calendarName: z.string().nullable(),
  /** Who made it and is mailed. */
  userId: idSchema,
  userName: z.string(),
  lastSentAt: instantSchema.nullable(),
  /** Of the last one that was due; null when it was sent, and before the first. */
  lastError: scheduledReportFaultSchema.nullable(),
  /** When the last one that was due was sent or failed. */
  lastTriedAt: instantSchema.nullable(),
  /** When the one that failed is tried again; null when it is not. */
  nextTryAt: instantSchema.nullable(),
});

const mostNamed = 1_000;
const namedSchema = z.array(idSchema).max(mostNamed).optional();

/** On a change an absent list stays as it is. */
export const scheduledReportInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  name: nameSchema,
  ...filter,
  deviceIds: namedSchema,
  groupIds: namedSchema,
  eventTypes: z.array(z.string().max(128)).max(200).optional(),
  calendarId: idSchema,
});

/** The caller's own; an administrator's list has everybody's. */
export const scheduledReportQuerySchema = pageQuerySchema.extend({
  id: z.array(idTextSchema).max(1000).optional(),
  all: flagTextSchema.optional(),
  keyword: keywordSchema.optional(),
  ...sortedBy('name', 'type', 'calendarName', 'userName', 'lastSentAt'),
});

/** `GET reports`: the same as the field calls it. Its devices and groups are links: `{ deviceId, reportId }`. */
export const fieldReportSchema = z.object({
  id: idSchema,
  calendarId: referenceSchema,
  type: reportTypeSchema,
  description: z.string(),
  /** `period` is what it is made of, computed when an event of its calendar begins. */
  attributes: attributesSchema,
});

export const fieldReportInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  type: reportTypeSchema,
  /** Without one nothing is sent. */
  calendarId: referenceInputSchema,
  description: shortTextSchema.nullable().optional(),
  attributes: z
    .object({ period: scheduledPeriodSchema.optional() })
    .catchall(z.unknown())
    .nullable()
    .optional(),
});

/** Own links alone: `userId` those of one user, `deviceId` and `groupId` those that are linked to it. */
export const fieldReportQuerySchema = linkedQuerySchema;

export type FieldReportInput = z.infer<typeof fieldReportInputSchema>;
export type ScheduledPeriod = z.infer<typeof scheduledPeriodSchema>;
export type ScheduledReport = z.infer<typeof scheduledReportSchema>;
export type ScheduledReportInput = z.infer<typeof scheduledReportInputSchema>;
export type ScheduledReportQuery = z.infer<typeof scheduledReportQuerySchema>;
export type ScheduledReportFault = z.infer<typeof scheduledReportFaultSchema>;
