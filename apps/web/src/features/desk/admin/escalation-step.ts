/** A step of an escalation as the form holds it: minutes, and numbers as texts. */
import { alarmSeveritySchema } from '@atalaia/contract/desk/alarm';
import { type EscalationStep, escalationStepSchema } from '@atalaia/contract/desk/alarm-rule';
import { z } from 'zod';
import { referenceIn, textOfReference } from '../../../resources/form/field-values.ts';

const minuteSeconds = 60;

export const stepValues = z.object({
  /** Minutes; a step may have half a one. */
  after: z.string(),
  of: escalationStepSchema.shape.of,
  userIds: z.array(z.string()),
  notificators: z.array(z.string()),
  /** '' leaves it as it is. */
  raiseTo: z.union([alarmSeveritySchema, z.literal('')]),
  teamId: z.string(),
});

export type StepValues = z.infer<typeof stepValues>;

export const newStep: StepValues = {
  after: '1',
  of: 'unclaimed',
  userIds: [],
  notificators: ['web'],
  raiseTo: '',
  teamId: '',
};

export const stepValuesOf = (step: EscalationStep): StepValues => ({
  after: String(step.afterSeconds / minuteSeconds),
  of: step.of,
  userIds: (step.userIds ?? []).map(String),
  notificators: [...(step.notificators ?? [])],
  raiseTo: step.raiseTo ?? '',
  teamId: textOfReference(step.teamId),
});

export const stepInputOf = (step: StepValues): EscalationStep => ({
  afterSeconds: Math.round(Number(step.after) * minuteSeconds),
  of: step.of,
  userIds: step.userIds.map(Number),
  notificators: escalationStepSchema.shape.notificators.unwrap().parse(step.notificators),
  raiseTo: step.raiseTo === '' ? null : step.raiseTo,
  teamId: referenceIn(step.teamId),
});
