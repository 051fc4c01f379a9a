/**
 * What a person does with an alarm. Each act says which state he believes it to be in: where that holds no more, the
 * answer is 409 `alarm-changed` with the alarm as it is in `details.alarm`, and nothing was done. What somebody else holds
 * is 409 `alarm-claimed` with `details.holderId`, `holderName`, `since`.
 */
import { z } from 'zod';
import { contactTryInputSchema, phraseCheckSchema } from '../accounts/contact.ts';
import { blockAskSchema, releaseInputSchema } from '../block/block.ts';
import { confirmationSchema } from '../devices/command.ts';
import { idSchema, instantSchema, longIdSchema } from '../values/values.ts';
import {
  alarmDetailSchema,
  alarmSchema,
  alarmSeveritySchema,
  alarmStateSchema,
  callReasonSchema,
} from './alarm.ts';

const noteSchema = z.string().trim().min(1).max(10_000);
const expected = { expected: alarmStateSchema };

/** `POST alarms/claim-next`: as the queue has it; null where nothing waits that one sees. */
export const claimedNextSchema = z.object({ alarm: alarmSchema.nullable() });

/** `POST alarms/{id}/claim`: also takes every other open alarm of the vehicle. */
export const alarmClaimSchema = z.object({ expected: z.enum(['waiting', 'pending']) });

/** `POST alarms/{id}/take-over`, supervisors: from whoever holds it. */
export const alarmTakeOverSchema = z.object({ ...expected, reason: noteSchema.optional() });

/** `POST alarms/{id}/release`: back to the queue. */
export const alarmReleaseSchema = z.object({ ...expected, note: noteSchema.optional() });

/** `POST alarms/{id}/pass`: 409 `colleague-away` where that person is not on duty, 404 where he does not see it. */
export const alarmPassSchema = z.object({ ...expected, userId: idSchema, note: noteSchema });

/** `POST alarms/{id}/hold`: at most 24 h from now. */
export const alarmHoldSchema = z.object({
  ...expected,
  until: instantSchema,
  reasonId: idSchema,
  note: noteSchema.optional(),
});

/** `POST alarms/{id}/resume`: before its time. */
export const alarmResumeSchema = z.object({ expected: z.literal('held') });

/**
 * `POST alarms/{id}/close`: 422 `steps-open` with `details.steps` ({id, title, key}), unless a supervisor gives
 * `overrideReason`; 422 `note-required`. With `next` the answer is the next one, claimed at once, in `next`.
 */
export const alarmCloseSchema = z.object({
  ...expected,
  outcomeId: idSchema,
  note: noteSchema.optional(),
  overrideReason: noteSchema.optional(),
  next: z.boolean().optional(),
});
export const alarmClosedSchema = z.object({ alarm: alarmDetailSchema, next: alarmDetailSchema.nullable() });

/** `POST alarms/close-many`, supervisors: open ones of one rule, none critical (422 `critical-one-by-one`). */
export const alarmCloseManySchema = z.object({
  ids: z.array(longIdSchema).min(1).max(1000),
  outcomeId: idSchema,
  note: noteSchema.optional(),
});
/** Those that were closed meanwhile, critical by now or have steps open are `left`, with why. */
export const alarmsClosedSchema = z.object({
  closed: z.array(longIdSchema),
  left: z.array(
    z.object({ id: longIdSchema, reason: z.enum(['changed', 'critical', 'steps-open', 'other-rule']) }),
  ),
});

/** `POST alarms/{id}/notes`: anybody at the desk who sees it. */
export const alarmNoteSchema = z.object({ note: noteSchema });

/** `PUT alarms/{id}/draft`: what one is writing; the next holder sees it. Empty text removes it. */
export const alarmDraftInputSchema = z.object({ text: z.string().max(10_000) });

/**
 * `PUT alarms/{id}/steps/{stepId}`: the step that is to be done now. Where it is another one, or somebody did something
 * meanwhile, nothing is done: 409 `step-changed` with `details.stepId` (null at the end) and `details.lines`. Answers are
 * those of the step, and `check` of a phrase, `send` of a command (a token needs the scope `commands`), `wait` of a pause:
 * what comes of these the server says. 422 `nobody-to-tell` where a step would tell nobody.
 */
export const alarmStepInputSchema = z.object({
  /** How many lines of the procedure one knows. */
  expected: z.number().int().min(0),
  answer: z.string().min(1).max(40),
  /** What a step of kind `text` asks for; of any other a note. Of a case how it happened, and where none can be opened what was done. */
  text: noteSchema.optional(),
  /** Whom one called: it is noted among the calls that were tried. */
  contact: contactTryInputSchema.pick({ contactId: true, name: true, phone: true }).optional(),
  /** Of `check`. Never stored. */
  spoken: phraseCheckSchema.shape.spoken.optional(),
  /** Of `send`, as of `POST commands/send`. */
  confirmation: confirmationSchema.optional(),
  block: blockAskSchema.optional(),
  release: releaseInputSchema.omit({ deviceId: true }).optional(),
});

/** `POST alarms`: by hand for a call; whoever opens it holds it. Without `deviceId` it is about nobody's vehicle yet. */
export const alarmOpeningSchema = z.object({
  reason: callReasonSchema,
  deviceId: idSchema.optional(),
  /** Critical for a reported theft, high for a block, low for the others unless it is given. */
  severity: alarmSeveritySchema.optional(),
  callerName: z.string().max(255).optional(),
  callerPhone: z.string().max(64).optional(),
  note: noteSchema.optional(),
});

/**
 * `POST alarms/{id}/vehicle`: of a call about nobody's vehicle yet, which one it is about. From then on it is an alarm of that
 * vehicle; who holds the call holds the vehicle. 409 `alarm-claimed` where somebody else does.
 */
export const alarmVehicleSchema = z.object({ ...expected, deviceId: idSchema });

/** `GET alarms/subjects?keyword=`: vehicles by plate, name, phone, CPF or CNPJ, or the customer's name; at most 20. */
export const alarmSubjectQuerySchema = z.object({ keyword: z.string().min(2).max(128) });
export const alarmSubjectSchema = z.object({
  deviceId: idSchema,
  deviceName: z.string(),
  plate: z.string().nullable(),
  category: z.string().nullable(),
  model: z.string().nullable(),
  customerId: z.number().int(),
  customerName: z.string().nullable(),
  customerPhone: z.string().nullable(),
  /** Its open alarm that is the most urgent. */
  openAlarmId: longIdSchema.nullable(),
});

/**
 * `GET alarms/handling`: what a client sees of his vehicles, where his company's setting allows it: that somebody works
 * on an alarm, or its outcome of the last 24 h. Never of SOS, duress, tow or jamming, and nothing of any alarm of a vehicle
 * while one of these or a theft is open on it.
 */
export const alarmHandlingSchema = z.object({
  alarmId: longIdSchema,
  deviceId: idSchema,
  eventType: z.string().nullable(),
  alarm: z.string().nullable(),
  /** The newest ones that it is of. */
  eventIds: z.array(longIdSchema),
  openedAt: instantSchema,
  state: z.enum(['open', 'working', 'closed']),
  /** Of a shipped outcome: its word, for a text in another language. */
  outcomeKey: z.string().nullable(),
  outcomeName: z.string().nullable(),
  closedAt: instantSchema.nullable(),
});

/** In the live channel: all that clients may see of one vehicle now; it replaces what was sent before. */
export const vehicleHandlingSchema = z.object({ deviceId: idSchema, alarms: z.array(alarmHandlingSchema) });

export type VehicleHandling = z.infer<typeof vehicleHandlingSchema>;
export type AlarmClaim = z.infer<typeof alarmClaimSchema>;
export type AlarmClose = z.infer<typeof alarmCloseSchema>;
export type AlarmCloseMany = z.infer<typeof alarmCloseManySchema>;
export type AlarmHold = z.infer<typeof alarmHoldSchema>;
export type AlarmPass = z.infer<typeof alarmPassSchema>;
export type AlarmOpening = z.infer<typeof alarmOpeningSchema>;
export type AlarmVehicle = z.infer<typeof alarmVehicleSchema>;
export type AlarmStepInput = z.infer<typeof alarmStepInputSchema>;
export type AlarmSubject = z.infer<typeof alarmSubjectSchema>;
export type AlarmHandling = z.infer<typeof alarmHandlingSchema>;
export type AlarmsClosed = z.infer<typeof alarmsClosedSchema>;
