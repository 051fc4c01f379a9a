/** The first hour of a theft: what is done and what is missing, each with its time since the opening. */
import { z } from 'zod';
import { instantSchema, shortTextSchema } from '../values/values.ts';

export const firstHourSteps = [
  'blockAsked',
  'ownerReached',
  'policeCalled',
  'sinal',
  'policeReport',
  'insurerTold',
  'agentsSent',
] as const;

/** Steps that rows of their own tell: nobody notes them by hand. */
export const stepsDoneElsewhere = ['blockAsked', 'agentsSent'] as const;

/** What tells that a step is done: a person who noted it, the first request to block, call-out or answered call. */
export const stepSourceSchema = z.enum(['noted', 'block', 'callOut', 'call']);

export const firstHourStepSchema = z.enum(firstHourSteps);
export const notedStepSchema = firstHourStepSchema.exclude(stepsDoneElsewhere);

export const firstHourSchema = z.object({
  openedAt: instantSchema,
  /** SINAL takes an alert until 72 hours after the fact. */
  sinalUntil: instantSchema,
  /** All of them, in the order in which a centre does them. */
  steps: z.array(
    z.object({
      step: firstHourStepSchema,
      doneAt: instantSchema.nullable(),
      /** Since the opening; null while it is missing. */
      afterSeconds: z.number().int().nullable(),
      /** The number that was given: of the police report, of the alert. */
      reference: z.string().nullable(),
      doneBy: z.string().nullable(),
      /** Null while it is missing. */
      source: stepSourceSchema.nullable(),
    }),
  ),
});

/** Body of `PUT sinisters/{id}/first-hour/{step}`. */
export const stepNoteSchema = z.object({
  /** Now unless it is said; not before the opening. */
  doneAt: instantSchema.optional(),
  reference: shortTextSchema.nullable().optional(),
});

export type FirstHour = z.infer<typeof firstHourSchema>;
export type FirstHourStep = z.infer<typeof firstHourStepSchema>;
export type NotedStep = z.infer<typeof notedStepSchema>;
export type StepNote = z.infer<typeof stepNoteSchema>;
