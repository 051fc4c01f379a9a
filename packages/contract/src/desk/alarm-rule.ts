/** Which events are alarms: the first rule in order that fits decides; an event that none fits is no alarm. */
import { z } from 'zod';
import { flagTextSchema } from '../values/query-values.ts';
import { idSchema, nameSchema, referenceInputSchema, referenceSchema } from '../values/values.ts';
import { alarmSeveritySchema } from './alarm.ts';

const word = z.string().min(1).max(64);
const ids = z.array(idSchema).max(10_000);
const seconds = z
  .number()
  .int()
  .min(10)
  .max(7 * 86_400);
const minutes = z
  .number()
  .int()
  .min(1)
  .max(24 * 60);

const fields = {
  name: nameSchema,
  enabled: z.boolean(),
  eventTypes: z.array(word).min(1).max(40),
  /** Labels of events of type `alarm`; none: every label. */
  alarms: z.array(word).max(60),
  /** `all` devices, or `some`: those of one of the groups (with all below), customers, categories or devices named. */
  appliesTo: z.enum(['all', 'some']),
  groupIds: ids,
  customerIds: ids,
  deviceIds: ids,
  categories: z.array(word).max(100),
  /** Only by a calendar, at the time of the event: while it is active, or with `outsideCalendar` while it is not. */
  outsideCalendar: z.boolean(),
  /** The vehicle's ignition at the event: `off` is a parked one. */
  ignition: z.enum(['any', 'on', 'off']),
  severity: alarmSeveritySchema,
  /** An alarm's further events join it in silence for so long after the last one, then sound again. */
  groupingMinutes: minutes,
  /** "Só se continuar por N min". */
  waitMinutes: minutes.nullable(),
  /** What ends it by itself while nobody holds it ("Normalizado"): event types, and labels of type `alarm`. */
  normalTypes: z.array(word).max(40),
  normalAlarms: z.array(word).max(60),
  /** Its own deadlines; null: those of its severity. */
  claimSeconds: seconds.nullable(),
  closeSeconds: seconds.nullable(),
  /** False for routine: it makes no sound. */
  siren: z.boolean(),
  /** It closes with a note only. */
  requiresNote: z.boolean(),
};

export const alarmRuleSchema = z.object({
  id: idSchema,
  /** Of a rule that ships and keeps its name: its name is `alarmRule.<key>` of the phrases. */
  key: z.string().nullable(),
  /** Place in the order, from 1. */
  position: z.number().int(),
  ...fields,
  calendarId: referenceSchema,
  geofenceId: referenceSchema,
  procedureId: referenceSchema,
  escalationId: referenceSchema,
  /** Open alarms that it made. */
  openAlarms: z.number().int(),
  /** Changed by somebody since: `If-Match` of a change. */
  version: z.number().int(),
});

/**
 * Body of `POST alarm-rules` and `PUT alarm-rules/{id}`. A new one comes last in order. With `version` a change that
 * somebody else made meanwhile is 409 `edited-meanwhile`, with the rule as it is in `details.current`.
 */
export const alarmRuleInputSchema = z.object({
  ...fields,
  enabled: fields.enabled.optional(),
  alarms: fields.alarms.optional(),
  appliesTo: fields.appliesTo.optional(),
  groupIds: fields.groupIds.optional(),
  customerIds: fields.customerIds.optional(),
  deviceIds: fields.deviceIds.optional(),
  categories: fields.categories.optional(),
  outsideCalendar: fields.outsideCalendar.optional(),
  ignition: fields.ignition.optional(),
  groupingMinutes: fields.groupingMinutes.optional(),
  waitMinutes: fields.waitMinutes.optional(),
  normalTypes: fields.normalTypes.optional(),
  normalAlarms: fields.normalAlarms.optional(),
  claimSeconds: fields.claimSeconds.optional(),
  closeSeconds: fields.closeSeconds.optional(),
  siren: fields.siren.optional(),
  requiresNote: fields.requiresNote.optional(),
  calendarId: referenceInputSchema,
  geofenceId: referenceInputSchema,
  procedureId: referenceInputSchema,
  escalationId: referenceInputSchema,
  version: z.number().int().optional(),
});

/** `PUT alarm-rules/order`: every rule's number, in the new order. */
export const alarmRuleOrderSchema = z.object({ ids: z.array(idSchema).min(1).max(1000) });

/** `GET alarm-rules`: in their order; with `all` the retired ones too. */
export const alarmRuleQuerySchema = z.object({ all: flagTextSchema.optional() });

/** An outcome that an alarm is closed with. */
export const alarmOutcomeSchema = z.object({
  id: idSchema,
  /** Of one that ships and keeps its name: `alarmOutcome.<key>` of the phrases. */
  key: z.string().nullable(),
  name: z.string(),
  position: z.number().int(),
  requiresNote: z.boolean(),
  /** The server's own ("Tratado", "Normalizado"): not offered, and not changed. */
  builtIn: z.boolean(),
});
export const alarmOutcomeInputSchema = z.object({
  name: nameSchema,
  position: z.number().int().min(0).max(10_000).optional(),
  requiresNote: z.boolean().optional(),
});

/** Why an alarm is put off; where `pausesClock` is set its deadline waits too. */
export const holdReasonSchema = z.object({
  id: idSchema,
  /** As of an outcome: `holdReason.<key>`. */
  key: z.string().nullable(),
  name: z.string(),
  position: z.number().int(),
  pausesClock: z.boolean(),
});
export const holdReasonInputSchema = z.object({
  name: nameSchema,
  position: z.number().int().min(0).max(10_000).optional(),
  pausesClock: z.boolean().optional(),
});

/** Operators who are handed alarms together. */
export const deskTeamSchema = z.object({ id: idSchema, name: z.string(), userIds: z.array(idSchema) });
export const deskTeamInputSchema = z.object({ name: nameSchema, userIds: z.array(idSchema).max(1000) });

export const escalationStepSchema = z
  .object({
    /** After so long `unclaimed`, or not closed since it opened. */
    afterSeconds: z
      .number()
      .int()
      .min(0)
      .max(7 * 86_400),
    of: z.enum(['unclaimed', 'unclosed']),
    /** Who is notified, and how. */
    userIds: z.array(idSchema).max(100).optional(),
    notificators: z
      .array(z.enum(['web', 'mail', 'sms', 'mobile']))
      .max(4)
      .optional(),
    raiseTo: alarmSeveritySchema.nullable().optional(),
    teamId: referenceInputSchema,
  })
  .refine(
    ({ userIds, notificators, raiseTo, teamId }) =>
      (userIds?.length && notificators?.length) || raiseTo || teamId,
    'tells nobody, raises nothing and hands to no team',
  );

export const escalationSchema = z.object({
  id: idSchema,
  name: z.string(),
  steps: z.array(escalationStepSchema),
  /** Used by rules that name none. At most one. */
  isDefault: z.boolean(),
});
export const escalationInputSchema = z.object({
  name: nameSchema,
  steps: z.array(escalationStepSchema).max(20),
  isDefault: z.boolean().optional(),
});

export type AlarmRule = z.infer<typeof alarmRuleSchema>;
export type AlarmRuleInput = z.infer<typeof alarmRuleInputSchema>;
export type AlarmRuleQuery = z.infer<typeof alarmRuleQuerySchema>;
export type AlarmOutcome = z.infer<typeof alarmOutcomeSchema>;
export type AlarmOutcomeInput = z.infer<typeof alarmOutcomeInputSchema>;
export type HoldReason = z.infer<typeof holdReasonSchema>;
export type HoldReasonInput = z.infer<typeof holdReasonInputSchema>;
export type DeskTeam = z.infer<typeof deskTeamSchema>;
export type DeskTeamInput = z.infer<typeof deskTeamInputSchema>;
export type Escalation = z.infer<typeof escalationSchema>;
export type EscalationInput = z.infer<typeof escalationInputSchema>;
export type EscalationStep = z.infer<typeof escalationStepSchema>;
