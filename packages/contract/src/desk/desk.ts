/** The desk itself: who sits at it, its settings, the supervisor's board. */
import { z } from 'zod';
import { flagTextSchema } from '../values/query-values.ts';
import { idSchema, instantSchema, longIdSchema, referenceSchema } from '../values/values.ts';
import { alarmSchema } from './alarm.ts';

/** "Em serviço", "Pausa", "Fora". */
export const dutyStateSchema = z.enum(['on', 'pause', 'off']);

/** `PUT desk/duty`. Opening the desk is `on`. */
export const dutyInputSchema = z.object({ state: dutyStateSchema });

export const operatorSchema = z.object({
  userId: idSchema,
  name: z.string(),
  role: z.enum(['operator', 'supervisor']),
  /** `off` too where the person has had no live connection for 5 min; he comes back by a click. */
  duty: dutyStateSchema,
  since: instantSchema.nullable(),
  holds: z.array(
    z.object({ alarmId: longIdSchema, deviceName: z.string().nullable(), since: instantSchema }),
  ),
});

/** `GET desk/operators`; with `onDuty=true` only who may be passed an alarm. */
export const operatorQuerySchema = z.object({ onDuty: flagTextSchema.optional() });

const seconds = z
  .number()
  .int()
  .min(10)
  .max(7 * 86_400);
const deadlineSchema = z.object({ claimSeconds: seconds, closeSeconds: seconds });

/** When devices that fall silent together are one alarm. A change may name some of it. */
const massFaultSettingsSchema = z.object({
  enabled: z.boolean(),
  windowMinutes: z.number().int().min(1).max(60),
  minDevices: z.number().int().min(2).max(100_000),
  /** Of those online there, percent. */
  minPercent: z.number().int().min(1).max(100),
  /** It closes by itself when so many are back, percent. */
  backPercent: z.number().int().min(1).max(100),
  /** One place is a cell about so wide, km. */
  cellKm: z.number().int().min(1).max(500),
  /** Of all that are online, or of a protocol: from so many on it is our own line or port, percent. */
  oursPercent: z.number().int().min(50).max(100),
});

/** The procedure of a call by its reason; 0 for none. A change may name some of them. */
const callProceduresSchema = z.object({
  reportedTheft: referenceSchema,
  blockRequest: referenceSchema,
  question: referenceSchema,
  technicalTest: referenceSchema,
});

/** `GET` and `PUT desk/settings` (administrator writes). Absent fields of a change stay as they are. */
export const deskSettingsSchema = z.object({
  deadlines: z.object({
    critical: deadlineSchema,
    high: deadlineSchema,
    medium: deadlineSchema,
    low: deadlineSchema,
  }),
  /** "Ainda está neste atendimento?" comes after so long without an act, and is to be answered within `answerSeconds`. */
  questionMinutes: z.number().int().min(1).max(240),
  questionMinutesInCall: z.number().int().min(1).max(240),
  answerSeconds: z.number().int().min(10).max(600),
  /** A claim is returned so long after the last connection of its holder no longer exists. */
  leaseSeconds: z.number().int().min(10).max(600),
  /** An event older than this when it comes opens low and silent. */
  lateMinutes: z
    .number()
    .int()
    .min(1)
    .max(7 * 1440),
  massFault: massFaultSettingsSchema,
  /** "Sem comunicação": hours of silence with the ignition last on, and parked. */
  silentHoursIgnitionOn: z
    .number()
    .int()
    .min(1)
    .max(24 * 60),
  silentHoursParked: z
    .number()
    .int()
    .min(1)
    .max(24 * 60),
  /** Whether clients see that an alarm of theirs is worked on, and its outcome. */
  clientsSeeHandling: z.boolean(),
  callProcedures: callProceduresSchema,
});
export const deskSettingsInputSchema = deskSettingsSchema.partial().extend({
  massFault: massFaultSettingsSchema.partial().optional(),
  callProcedures: callProceduresSchema.partial().optional(),
});

/** Median seconds, and the share within the deadline from 0 to 1; null where nothing was. */
const workSchema = z.object({
  taken: z.number().int(),
  closed: z.number().int(),
  medianClaimSeconds: z.number().nullable(),
  medianCloseSeconds: z.number().nullable(),
  withinClaim: z.number().nullable(),
  withinClose: z.number().nullable(),
});

const countsSchema = z.object({
  critical: z.number().int(),
  high: z.number().int(),
  medium: z.number().int(),
  low: z.number().int(),
});

/** `GET desk/board`, supervisors: of the vehicles that one sees. */
export const boardSchema = z.object({
  now: instantSchema,
  waiting: countsSchema,
  breached: countsSchema,
  /** The one that waits longest. */
  oldest: alarmSchema.nullable(),
  nobodyOnDuty: z.boolean(),
  operators: z.array(operatorSchema),
  /** Last 24 h, by operator and hour; hours without work are left out. */
  byOperator: z.array(
    z.object({
      userId: idSchema,
      name: z.string(),
      total: workSchema,
      hours: z.array(workSchema.extend({ hour: instantSchema })),
    }),
  ),
  /** Last 24 h, oldest first, every hour. */
  hours: z.array(
    z.object({
      hour: instantSchema,
      opened: z.number().int(),
      closed: z.number().int(),
      /** Closed or claimed after their deadline. */
      breached: z.number().int(),
    }),
  ),
  silences: z.number().int(),
});

/** `GET desk/figures`: the dashboard's, of the vehicles that one sees; of today by the server's time zone. */
export const deskFiguresSchema = z.object({
  now: instantSchema,
  waiting: z.number().int(),
  claimed: z.number().int(),
  held: z.number().int(),
  breached: z.number().int(),
  openedToday: z.number().int(),
  closedToday: z.number().int(),
  medianClaimSeconds: z.number().nullable(),
  medianCloseSeconds: z.number().nullable(),
  withinDeadline: z.number().nullable(),
  onDuty: z.number().int(),
});

/**
 * `GET desk/muted-rules`: kinds of alarms that the person muted for himself, on every screen of his (DESK-18). Critical
 * alarms are heard and shown all the same. `DELETE desk/muted-rules` shows all again.
 */
export const mutedRuleSchema = z.object({ ruleId: idSchema, ruleName: z.string(), until: instantSchema });

/** `PUT desk/muted-rules/{ruleId}`. */
export const mutedRuleInputSchema = z.object({
  minutes: z
    .number()
    .int()
    .min(1)
    .max(24 * 60),
});

/** Lists of the desk that changed, on the live channel: whoever shows one reads it again. */
export const deskListSchema = z.enum(['silences', 'muted-rules', 'queue']);

/** On the live channel, to the person alone. */
export const deskNoticeSchema = z.object({
  kind: z.enum([
    'question',
    'returned',
    'taken-over',
    'passed',
    'hold-over',
    'escalated',
    'handover',
    'duress',
  ]),
  /** 0 of `handover`: one that nobody accepted within 10 min. */
  alarmId: z.number().int().min(0),
  deviceName: z.string().nullable(),
  /** Who passed it on or took it over. */
  userName: z.string().nullable(),
  /** Of `returned`: `disconnected` or `unanswered`; of `passed` the note. */
  text: z.string().nullable(),
  at: instantSchema,
  /** Of `question`: until when it is to be answered. */
  until: instantSchema.nullable(),
});

export type DutyState = z.infer<typeof dutyStateSchema>;
export type Operator = z.infer<typeof operatorSchema>;
export type OperatorQuery = z.infer<typeof operatorQuerySchema>;
export type DeskSettings = z.infer<typeof deskSettingsSchema>;
export type DeskSettingsInput = z.infer<typeof deskSettingsInputSchema>;
export type Board = z.infer<typeof boardSchema>;
export type DeskFigures = z.infer<typeof deskFiguresSchema>;
export type MutedRule = z.infer<typeof mutedRuleSchema>;
export type DeskList = z.infer<typeof deskListSchema>;
export type DeskNotice = z.infer<typeof deskNoticeSchema>;
