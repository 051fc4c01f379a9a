/**
 * A procedure: the ordered steps of working an alarm or a call. Saving makes a new version, which never changes; alarms
 * keep the version that was published when they were opened (PROC-01, PROC-02).
 */
import { z } from 'zod';
import { blockWhenSchema } from '../block/block.ts';
import { openingTypeSchema } from '../sinisters/sinister.ts';
import { flagTextSchema, idTextSchema } from '../values/query-values.ts';
import { attributesSchema, idSchema, instantSchema, nameSchema, referenceSchema } from '../values/values.ts';

/** What it is for: alarms of rules, or calls ("Novo atendimento"). It stays as it was made. */
export const procedureUseSchema = z.enum(['alarm', 'call']);

const stepIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be up to 40 letters, digits, _ and -')
  .refine((id) => id !== 'following' && id !== 'end', 'is a word of its own');

const common = {
  id: stepIdSchema,
  /** Of a step that ships and keeps its title: `procedureStep.<key>` of the phrases. */
  key: z.string().max(64).nullable().optional(),
  title: z.string().trim().max(300),
  required: z.boolean(),
  /**
   * By answer the step that follows: its `id`, `following` (the one below it in order; of the last one the end) or `end`.
   * Answers: of `call` answered, noAnswer, voicemail, wrongNumber; of `phrase` right, wrong, duress, none-set; of `command`
   * sent, notSent; of `question` yes, no; of the others done; and skipped of every step that is not required.
   */
  next: z.record(z.string().max(40), z.string().max(40)),
};

export const procedureStepSchema = z.discriminatedUnion('kind', [
  /** The contact in that place from 1 of those with that role as it is written there, or of all in their order. */
  z.object({
    ...common,
    kind: z.literal('call'),
    role: z.string().trim().max(128).nullable(),
    place: z.number().int().min(1).max(20),
  }),
  z.object({ ...common, kind: z.literal('phrase') }),
  /** `when`: of a block. */
  z.object({
    ...common,
    kind: z.literal('command'),
    command: z.object({ type: z.string().trim().max(128), attributes: attributesSchema.optional() }),
    when: blockWhenSchema.optional(),
  }),
  /** The alarm is put off, and comes back to everybody who holds it. */
  z.object({ ...common, kind: z.literal('wait'), minutes: z.number().int().min(1).max(240) }),
  z.object({ ...common, kind: z.literal('case'), openingType: openingTypeSchema }),
  /** `supervisors`: those who see the vehicle. */
  z.object({
    ...common,
    kind: z.literal('tell'),
    supervisors: z.boolean(),
    userIds: z.array(idSchema).max(100),
    notificators: z.array(z.enum(['mail', 'sms', 'mobile'])).max(3),
  }),
  z.object({ ...common, kind: z.literal('text') }),
  z.object({ ...common, kind: z.literal('question') }),
]);

/** More than 50 are refused in words; so many are read at all. */
const stepsSchema = z.array(procedureStepSchema).max(200);

/** `GET procedures`: by name; with `all` the archived ones too. */
export const procedureSchema = z.object({
  id: idSchema,
  /** Of one that ships and keeps its name: `procedure.<key>` of the phrases. */
  key: z.string().nullable(),
  name: z.string(),
  use: procedureUseSchema,
  /** 0: a draft that was never published, and is used by nobody. */
  publishedVersion: z.number().int(),
  /** Its newest version; a draft where it is not the published one. */
  latestVersion: z.number().int(),
  archivedAt: instantSchema.nullable(),
  savedAt: instantSchema,
  savedBy: z.string().nullable(),
  /** Of the newest version. */
  stepCount: z.number().int(),
  /** Rules in force that name it (`alarmRule.<key>` of the phrases, of one that ships and keeps its name), and reasons of calls. */
  rules: z.array(z.object({ key: z.string().nullable(), name: z.string() })),
  callReasons: z.array(z.string()),
});
export const procedureQuerySchema = z.object({ all: flagTextSchema.optional() });

/** `GET procedures/{id}`: with the steps of its newest version. */
export const procedureDetailSchema = procedureSchema.extend({ steps: z.array(procedureStepSchema) });

/** `GET procedures/{id}/versions`: newest first. */
export const procedureVersionSchema = z.object({
  number: z.number().int(),
  name: z.string(),
  savedAt: instantSchema,
  /** Null: it ships. */
  savedBy: z.string().nullable(),
  isPublished: z.boolean(),
  stepCount: z.number().int(),
});
/** `GET procedures/{id}/versions/{number}`. */
export const procedureVersionDetailSchema = procedureVersionSchema.extend({
  steps: z.array(procedureStepSchema),
});
export const procedureVersionParamsSchema = z.object({ id: idTextSchema, number: idTextSchema });

/**
 * `POST procedures`. Steps that lead in a circle, to no step or to no end are 400 `invalid-procedure`: `details.problems`
 * names each step, and `message` says the first. With `publish` the version is published at once.
 */
export const procedureInputSchema = z.object({
  name: nameSchema,
  use: procedureUseSchema,
  steps: stepsSchema,
  publish: z.boolean().optional(),
});

/** `PUT procedures/{id}`: a new version. `version` is the newest that one knows: 409 `edited-meanwhile` where it is another. */
export const procedureChangeSchema = z.object({
  version: z.number().int(),
  name: nameSchema,
  steps: stepsSchema,
  publish: z.boolean().optional(),
});

/** `POST procedures/{id}/publish`: any of its versions; `published` is the one that one believes to be published. */
export const procedurePublishSchema = z.object({
  number: z.number().int().min(1),
  published: z.number().int().min(0),
});

export const procedureProblemKindSchema = z.enum([
  'no-steps',
  'too-many',
  'same-id',
  'title-missing',
  'no-way-out',
  'unknown-next',
  'loop',
  'unreachable',
  'tells-nobody',
  'no-command',
]);

/** A line of what was done of a procedure; lines are only added. */
export const stepLineSchema = z.object({
  /** From 1: of one alarm none is missing. */
  number: z.number().int(),
  stepId: z.string(),
  /** An answer of the step, or what is no answer yet: `waiting` (until `details.until`), `sending`, `refused` (`details.code`). */
  answer: z.string(),
  details: z.record(z.string(), z.unknown()),
  userName: z.string().nullable(),
  at: instantSchema,
});

/** The procedure of an alarm, in the version that it was opened with. */
export const alarmProcedureSchema = z.object({
  id: referenceSchema,
  key: z.string().nullable(),
  name: z.string(),
  version: z.number().int(),
  steps: z.array(procedureStepSchema),
  lines: z.array(stepLineSchema),
});

export type ProcedureUse = z.infer<typeof procedureUseSchema>;
export type ProcedureStep = z.infer<typeof procedureStepSchema>;
export type ProcedureStepKind = ProcedureStep['kind'];
export type Procedure = z.infer<typeof procedureSchema>;
export type ProcedureDetail = z.infer<typeof procedureDetailSchema>;
export type ProcedureInput = z.infer<typeof procedureInputSchema>;
export type ProcedureChange = z.infer<typeof procedureChangeSchema>;
export type ProcedurePublish = z.infer<typeof procedurePublishSchema>;
export type ProcedureVersion = z.infer<typeof procedureVersionSchema>;
export type ProcedureVersionDetail = z.infer<typeof procedureVersionDetailSchema>;
export type ProcedureProblemKind = z.infer<typeof procedureProblemKindSchema>;
export type AlarmProcedure = z.infer<typeof alarmProcedureSchema>;
export type StepLine = z.infer<typeof stepLineSchema>;
