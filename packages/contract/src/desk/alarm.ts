/**
 * An alarm: what needs a person's work. It opens from events by a rule, by hand for a call, or for many vehicles that
 * fall silent at once, and is worked on by one person at a time until it is closed with an outcome.
 */
import { z } from 'zod';
import { countTextSchema, flagTextSchema, idTextSchema, keywordSchema } from '../values/query-values.ts';
import {
  idSchema,
  instantSchema,
  latitudeSchema,
  longIdSchema,
  longitudeSchema,
  referenceSchema,
} from '../values/values.ts';
import { alarmProcedureSchema } from './procedure.ts';

export const alarmSeverities = ['critical', 'high', 'medium', 'low'] as const;
/** The most urgent first: lists are in this order. */
export const alarmSeveritySchema = z.enum(alarmSeverities);

/**
 * - `pending`: its rule waits whether it continues; in no queue yet.
 * - `waiting`: nobody's.
 * - `claimed`: somebody works on it.
 * - `held`: put off until `heldUntil` by the one who works on it.
 * - `closed`.
 */
export const alarmStateSchema = z.enum(['pending', 'waiting', 'claimed', 'held', 'closed']);

/** `event`: by a rule. `manual`: by hand for a call or a message. `massFault`: many vehicles fell silent at once. */
export const alarmKindSchema = z.enum(['event', 'manual', 'massFault']);

/**
 * What the vehicles of a mass fault have in common, and its value: `sim` the first six digits of the ICCID, `provider`
 * the machine-to-machine provider, `network` country and network code ("724-05"), `cell` row and column, `protocol`,
 * `all`. `isOurs`: our own line or port ("Falha nossa").
 */
export const massFaultSchema = z.object({
  by: z.enum(['sim', 'provider', 'network', 'cell', 'protocol', 'all']),
  value: z.string(),
  isOurs: z.boolean(),
});

const spokenReasons = ['reportedTheft', 'blockRequest', 'question', 'technicalTest'] as const;
/** What a call may be about. */
export const callReasonSchema = z.enum(spokenReasons);

/** As in lists and on the live channel. Times are the server's: a list comes with its `now`. */
export const alarmSchema = z.object({
  id: longIdSchema,
  /** Counts every change: of two descriptions of one alarm the higher holds. */
  version: z.number().int(),
  kind: alarmKindSchema,
  severity: alarmSeveritySchema,
  state: alarmStateSchema,
  ruleId: referenceSchema,
  /** As the rule was called when it opened; "Falha em massa", "Falha nossa"; of a call null. */
  ruleName: z.string().nullable(),
  /** Type of the event that opened it, and its label where that is `alarm`. */
  eventType: z.string().nullable(),
  alarm: z.string().nullable(),
  /** `duress`: the server opened it, since a duress phrase was spoken and the vehicle had no alarm. */
  callReason: z.enum([...spokenReasons, 'duress']).nullable(),
  /** Under duress since then: the customer's people do not see it. */
  duressAt: instantSchema.nullable(),
  /** 0 where it is about no vehicle, or about many. */
  deviceId: referenceSchema,
  /** Its own copy of vehicle, customer and place: stays when these change or are removed. */
  deviceName: z.string().nullable(),
  plate: z.string().nullable(),
  category: z.string().nullable(),
  customerId: referenceSchema,
  customerName: z.string().nullable(),
  latitude: latitudeSchema.nullable(),
  longitude: longitudeSchema.nullable(),
  address: z.string().nullable(),
  /** When it came into the queue; of a pending one when its first event came. */
  openedAt: instantSchema,
  firstEventAt: instantSchema,
  lastEventAt: instantSchema,
  eventCount: z.number().int(),
  /** Null of every other alarm. */
  massFault: massFaultSchema.nullable(),
  /** Of a mass fault: how many of the vehicles that I see, and how many of these are back. */
  deviceCount: z.number().int(),
  deviceBackCount: z.number().int(),
  /** "Atrasado": its event was over 2 h old when it came. */
  late: z.boolean(),
  /** The event that ends it came while somebody held it. */
  normalisedAt: instantSchema.nullable(),
  /** "Silenciado até": its device was silenced later. */
  silencedUntil: instantSchema.nullable(),
  claimDueAt: instantSchema,
  closeDueAt: instantSchema,
  /** The deadline that counts now; the queue's order within a severity. */
  dueAt: instantSchema,
  dueFor: z.enum(['claim', 'close']),
  /** The clock is paused since then. */
  pausedAt: instantSchema.nullable(),
  /** Whether its type sounds the siren, and when it last began to. It is silent from the claim on. */
  siren: z.boolean(),
  soundsAt: instantSchema.nullable(),
  /** Who works on it; 0 nobody. */
  holderId: referenceSchema,
  holderName: z.string().nullable(),
  claimedAt: instantSchema.nullable(),
  /** "Ainda está neste atendimento?" was asked then, and is not answered yet. */
  askedAt: instantSchema.nullable(),
  heldUntil: instantSchema.nullable(),
  holdReason: z.string().nullable(),
  /** The team that it was handed to; 0 none. */
  teamId: referenceSchema,
  teamName: z.string().nullable(),
  /** The mass fault that it joined. */
  massFaultId: longIdSchema.nullable(),
  /** How many required steps are to be done whatever is answered. */
  openSteps: z.number().int(),
  outcomeId: referenceSchema,
  outcomeName: z.string().nullable(),
  closedAt: instantSchema.nullable(),
  closedBy: z.string().nullable(),
});

/** Of `GET desk/queue`: open ones in their order. */
export const queueQuerySchema = z.object({
  severity: z.array(alarmSeveritySchema).optional(),
  state: z.array(alarmStateSchema).optional(),
  /** Those that I hold. */
  mine: flagTextSchema.optional(),
  ruleId: idTextSchema.optional(),
  deviceId: idTextSchema.optional(),
  customerId: idTextSchema.optional(),
  keyword: keywordSchema.optional(),
  /** 100 unless it is given; at most 1000. */
  limit: countTextSchema.optional(),
  offset: countTextSchema.optional(),
});

const severityCountsSchema = z.object({
  waiting: z.number().int(),
  claimed: z.number().int(),
  held: z.number().int(),
  /** Whose deadline that counts now has passed. */
  breached: z.number().int(),
});

export const queueSchema = z.object({
  now: instantSchema,
  /** Of all open ones that I see, whatever the filters. */
  counts: z.object({
    critical: severityCountsSchema,
    high: severityCountsSchema,
    medium: severityCountsSchema,
    low: severityCountsSchema,
  }),
  /** When the one that waits longest came. */
  oldestWaitingAt: instantSchema.nullable(),
  /** How many fit the filters. */
  total: z.number().int(),
  alarms: z.array(alarmSchema),
});

export const alarmEventSchema = z.object({
  eventId: longIdSchema,
  type: z.string(),
  alarm: z.string().nullable(),
  eventTime: instantSchema,
  latitude: latitudeSchema.nullable(),
  longitude: longitudeSchema.nullable(),
  address: z.string().nullable(),
  /** Knots. */
  speed: z.number().nullable(),
});

/**
 * What happens to an alarm. `details` by action: `claim` {next}, `return` {reason: disconnected | unanswered | handed |
 * released | hold-ended}, `pass` {userId, userName, note}, `take-over` {from, fromName, reason}, `hold` {until, reason},
 * `close` {outcome, note, override, overrideReason, many}, `note` {note}, `step` {id, key, title, kind, answer, text}, `escalate`
 * {position, told, raisedTo, team}, `join` {count, massFaultId}, `back` {count}, `open` {count, massFaultId, reason, note},
 * `sound`, `call` {name, phone, outcome, note}, `phrase` {answer}, `duress`, `vehicle` {name}. The counts of a mass fault are of the vehicles that I see.
 */
export const alarmActionSchema = z.enum([
  'open',
  'join',
  'sound',
  'normalise',
  'claim',
  'return',
  'ask',
  'answer',
  'pass',
  'take-over',
  'hold',
  'resume',
  'note',
  'step',
  'call',
  'phrase',
  'duress',
  'escalate',
  'silence',
  'back',
  'case',
  'vehicle',
  'close',
]);

export const alarmHistoryLineSchema = z.object({
  id: longIdSchema,
  at: instantSchema,
  action: alarmActionSchema,
  /** Null: the server itself. */
  userId: idSchema.nullable(),
  userName: z.string().nullable(),
  /** Network address it was done from. */
  address: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

export const alarmDraftSchema = z.object({
  text: z.string(),
  userName: z.string(),
  updatedAt: instantSchema,
});

/** `GET alarms/{id}`: all that its one screen shows, beside what the device's own calls give. */
export const alarmDetailSchema = alarmSchema.extend({
  now: instantSchema,
  /** Of a rule that ships and keeps its name: `ruleName` is `alarmRule.<key>` of the phrases. */
  ruleKey: z.string().nullable(),
  /** The newest 200, oldest first. */
  events: z.array(alarmEventSchema),
  /** Of a mass fault, those that I see. */
  devices: z.array(
    z.object({
      deviceId: idSchema,
      name: z.string(),
      /** Its last message before. */
      silentSince: instantSchema,
      backAt: instantSchema.nullable(),
      latitude: latitudeSchema.nullable(),
      longitude: longitudeSchema.nullable(),
    }),
  ),
  /** Null where its rule, or the reason of the call, names none. */
  procedure: alarmProcedureSchema.nullable(),
  /** It closes with a note only, whatever the outcome. */
  requiresNote: z.boolean(),
  draft: alarmDraftSchema.nullable(),
  caller: z.object({ name: z.string().nullable(), phone: z.string().nullable() }).nullable(),
  /** Open ones of the same vehicle, which the same person holds. */
  siblingIds: z.array(longIdSchema),
  /** The open case of the vehicle. */
  sinisterId: idSchema.nullable(),
  history: z.array(alarmHistoryLineSchema),
});

/** `GET alarms/{id}/recent`: what happened to the vehicle in the last 30 days, newest first, at most 100 of each. */
export const alarmRecentSchema = z.object({
  alarms: z.array(alarmSchema),
  sinisters: z.array(
    z.object({
      id: idSchema,
      number: z.number().int(),
      openingType: z.string(),
      openingDate: instantSchema,
      status: z.string(),
    }),
  ),
  commands: z.array(
    z.object({
      id: idSchema,
      type: z.string(),
      state: z.string(),
      userName: z.string().nullable(),
      createdAt: instantSchema,
    }),
  ),
});

export type AlarmSeverity = z.infer<typeof alarmSeveritySchema>;
export type AlarmState = z.infer<typeof alarmStateSchema>;
export type Alarm = z.infer<typeof alarmSchema>;
export type AlarmDetail = z.infer<typeof alarmDetailSchema>;
export type AlarmMassFault = z.infer<typeof massFaultSchema>;
export type AlarmAction = z.infer<typeof alarmActionSchema>;
export type AlarmHistoryLine = z.infer<typeof alarmHistoryLineSchema>;
export type AlarmRecent = z.infer<typeof alarmRecentSchema>;
export type AlarmQueue = z.infer<typeof queueSchema>;
export type QueueQuery = z.infer<typeof queueQuerySchema>;
