/** A block of a vehicle, and its release: a request with a state (BLOCK-02 to BLOCK-06). */
import { z } from 'zod';
import { flagTextSchema, idTextSchema } from '../values/query-values.ts';
import { idSchema, instantSchema, referenceSchema } from '../values/values.ts';
import { effectivePolicySchema } from './block-policy.ts';

/** Debt is no reason. `notNamed`: a client of the field, which names none. */
export const blockReasons = [
  'robbery',
  'theft',
  'misappropriation',
  'ownerRequest',
  'courtOrder',
  'test',
] as const;
export const blockReasonSchema = z.enum(blockReasons);

/**
 * `requested` "Pedido": waits for a second person, or for its tracker to connect. `waiting` "Aguardando parar". `sent`: its
 * bytes left. `confirmed`: the tracker answered, or its output says so. `refused`: by a second person, a rule or the
 * tracker. `unanswered`: nothing came for 120 s. `contradicted`: moves under its own ignition, or the output says
 * otherwise. `withdrawn`: taken back. A release knows no `waiting`, `contradicted` and `released`.
 */
export const blockStateSchema = z.enum([
  'requested',
  'waiting',
  'sent',
  'confirmed',
  'refused',
  'expired',
  'unanswered',
  'contradicted',
  'released',
  'withdrawn',
]);

export const blockWhenSchema = z.enum(['now', 'standstill', 'ignitionOff']);

const noteSchema = z.string().trim().min(1).max(500);

/** What a client that knows blocks says of one, in `POST blocks`, `commands/send` and `commands/batch` alike. */
export const blockAskSchema = z.object({
  reason: blockReasonSchema,
  note: noteSchema.nullable().optional(),
  when: blockWhenSchema.optional(),
  /** Of `ownerRequest`: what the person on the phone said. Never stored. */
  passPhrase: z.string().trim().min(1).max(200).optional(),
});

/** `POST blocks`. `confirmation`: why it is sent though the server's settings speak against it (CMD-07). */
export const blockInputSchema = blockAskSchema.extend({
  deviceId: idSchema,
  confirmation: z.object({ reason: noteSchema }).optional(),
});

/** `POST blocks/release`. */
export const releaseInputSchema = z.object({
  deviceId: idSchema,
  reason: noteSchema,
  /** What the owner said on the phone; not needed of a supervisor. Never stored. */
  passPhrase: z.string().trim().min(1).max(200).optional(),
});

/** `POST blocks/:id/refuse`, `/alone`, `/withdraw`. */
export const blockNoteSchema = z.object({ reason: noteSchema });

export const blockSchema = z.object({
  id: idSchema,
  kind: z.enum(['block', 'release']),
  deviceId: idSchema,
  deviceName: z.string(),
  plate: z.string().nullable(),
  state: blockStateSchema,
  /** Why it came to its end, or what it waits for: a word, such as `policy-changed`, `not-confirmed`, `no-answer`. */
  stateReason: z.string().nullable(),
  when: blockWhenSchema,
  reason: z.string(),
  note: z.string().nullable(),
  /** Why it was sent though it was not safe. */
  confirmation: z.string().nullable(),
  askedBy: referenceSchema,
  askedByName: z.string(),
  /** Who asked works at the desk; of anybody else it is taken back by whoever does. */
  askedAtDesk: z.boolean(),
  askedAt: instantSchema,
  /** A second person is to confirm it until then; null when none is needed, or one did. */
  confirmUntil: instantSchema.nullable(),
  /** From then on who asked may go on alone; null when he may not. */
  aloneFrom: instantSchema.nullable(),
  confirmedBy: referenceSchema,
  confirmedByName: z.string().nullable(),
  secondAt: instantSchema.nullable(),
  /** He went on alone, and why. */
  aloneReason: z.string().nullable(),
  reviewedByName: z.string().nullable(),
  reviewedAt: instantSchema.nullable(),
  /** "Bloquear quando parar" lives until then; null while it lives as long as an open theft. */
  expiresAt: instantSchema.nullable(),
  sinisterId: referenceSchema,
  sentAt: instantSchema.nullable(),
  /** When the tracker confirmed it. */
  doneAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
  answer: z.string().nullable(),
  policy: effectivePolicySchema,
  /** Raised by every change. */
  version: z.number().int(),
});

export const blockHistoryLineSchema = z.object({
  at: instantSchema,
  action: z.string(),
  userName: z.string().nullable(),
  address: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

export const blockDetailSchema = blockSchema.extend({ history: z.array(blockHistoryLineSchema) });

/** `GET blocks`: newest first, 100 at most. `open`: not yet sent. `review`: went on alone, and nobody looked at it. */
export const blockQuerySchema = z.object({
  deviceId: idTextSchema.optional(),
  open: flagTextSchema.optional(),
  review: flagTextSchema.optional(),
});

/** `GET blocks/blocked`: every vehicle with a block that was sent and not released, the oldest first. */
export const blockedVehicleSchema = z.object({
  block: blockSchema,
  release: blockSchema.nullable(),
  customerName: z.string().nullable(),
  ageSeconds: z.number().int(),
  /** Over 24 h. */
  isOverdue: z.boolean(),
});

/** What speaks against a block: the rule, whose it is, and what would lift it. */
export const blockHindranceSchema = z.object({
  rule: z.enum([
    'never',
    'not-installed',
    'standstill',
    'ignition-off',
    'geofence',
    'max-speed',
    'fix-age',
    'no-fix',
    'unsafe',
  ]),
  policyId: z.number().int().nullable(),
  policyName: z.string().nullable(),
  /** `policy`: another policy. `wait`: "Bloquear quando parar". `confirm`: to mean it, with a reason. `device`: the form. */
  lift: z.enum(['policy', 'wait', 'confirm', 'device']),
  /** The bound of the rule: km/h, seconds, or the geofence's number. */
  limit: z.number().nullable(),
});

/** `GET blocks/check?deviceId`: what a dialog says before it asks. */
export const blockCheckSchema = z.object({
  policy: effectivePolicySchema,
  hindrances: z.array(blockHindranceSchema),
  speedKph: z.number().nullable(),
  fixAgeSeconds: z.number().int().nullable(),
  needsSecond: z.boolean(),
  /** Of the open theft; 0 for none. */
  sinisterId: referenceSchema,
  installed: z.enum(['yes', 'no', 'unknown']),
  cuts: z.string().nullable(),
  lastWorkedAt: instantSchema.nullable(),
  /** What is under way or in force now. */
  block: blockSchema.nullable(),
  release: blockSchema.nullable(),
  /** A release needs the pass phrase of the person who asks this. */
  releaseNeedsPhrase: z.boolean(),
});
export const blockCheckQuerySchema = z.object({ deviceId: idTextSchema });

export type BlockReason = z.infer<typeof blockReasonSchema>;
export type BlockState = z.infer<typeof blockStateSchema>;
export type BlockWhen = z.infer<typeof blockWhenSchema>;
export type BlockAsk = z.infer<typeof blockAskSchema>;
export type BlockInput = z.infer<typeof blockInputSchema>;
export type ReleaseInput = z.infer<typeof releaseInputSchema>;
export type BlockNote = z.infer<typeof blockNoteSchema>;
export type Block = z.infer<typeof blockSchema>;
export type BlockDetail = z.infer<typeof blockDetailSchema>;
export type BlockQuery = z.infer<typeof blockQuerySchema>;
export type BlockedVehicle = z.infer<typeof blockedVehicleSchema>;
export type BlockHindrance = z.infer<typeof blockHindranceSchema>;
export type BlockCheck = z.infer<typeof blockCheckSchema>;
