/** What became of a command: `GET commands/sent`, and the answers of sending. */
import { z } from 'zod';
import { errorCodes } from '../errors.ts';
import { idTextSchema } from '../values/query-values.ts';
import { attributesSchema, idSchema, instantSchema, referenceSchema } from '../values/values.ts';
import { commandSchema } from './command.ts';

/**
 * `queued`: waits for its device to connect. `sent`: its bytes left, or its SMS was taken. `answered`: by the tracker.
 * `failed`: it could not be sent, or no answer came in time; `reason` says which. `expired`: it was queued for too long
 * and is never sent.
 */
export const sentStateSchema = z.enum(['queued', 'sent', 'answered', 'failed', 'expired']);

export const sentCommandSchema = z.object({
  id: idSchema,
  deviceId: idSchema,
  /** Commands of one batch share it. */
  batchId: z.string().nullable(),
  /** Who sent it; 0 when he no longer exists. */
  userId: referenceSchema,
  /** His name as it was then. */
  userName: z.string().nullable(),
  type: z.string(),
  description: z.string().nullable(),
  attributes: attributesSchema,
  textChannel: z.boolean(),
  /** Why a block that was not safe was sent all the same. */
  confirmation: z.string().nullable(),
  state: sentStateSchema,
  queuedTime: instantSchema,
  /** When it expires if it is still queued then. */
  expiresTime: instantSchema,
  sentTime: instantSchema.nullable(),
  /** When it was answered, failed or expired. */
  endedTime: instantSchema.nullable(),
  answer: z.string().nullable(),
  /** A word: `no-answer`, `unknown-type`, `bad-value`, `sms-not-sent`… */
  reason: z.string().nullable(),
});

/** Newest first; of all devices one sees when none is named. `before` is the id of the last one already has. */
export const sentCommandQuerySchema = z.object({
  deviceId: idTextSchema.optional(),
  batchId: z.uuid().optional(),
  state: sentStateSchema.optional(),
  before: idTextSchema.optional(),
  limit: z
    .string()
    .regex(/^([1-9]\d{0,2}|1000)$/, 'must be a whole number from 1 to 1000')
    .optional(),
});

/**
 * The answer of `POST commands/send`: 200 when it was sent, 202 when it waits for its device, and when a block waits for a
 * second person (`requested`) or for its vehicle to stop (`waiting`). `id` 0: not a saved one.
 */
export const commandReceiptSchema = commandSchema.extend({
  id: referenceSchema,
  /** Its number among the sent commands; 0 while a block waits. */
  sentId: referenceSchema,
  state: z.enum([...sentStateSchema.options, 'requested', 'waiting']),
  /** The block request that it became. */
  blockId: idSchema.optional(),
  /** What happened, in words, where it is not what was asked for. */
  message: z.string().optional(),
});

/** The answer of `POST commands/send?groupId`: each device of the group; one that was refused says why. */
export const groupReceiptsSchema = z.array(
  commandReceiptSchema.extend({
    state: z.enum([...commandReceiptSchema.shape.state.options, 'refused']),
    code: z.enum(errorCodes).optional(),
  }),
);

/** One device of a batch; a refused one has the code of its refusal and no number. */
export const batchResultSchema = z.object({
  deviceId: idSchema,
  state: z.enum([...sentStateSchema.options, 'requested', 'waiting', 'refused']),
  sentId: idSchema.optional(),
  /** What `GET commands/sent` finds the commands of this batch by. */
  batchId: z.uuid().optional(),
  code: z.enum(errorCodes).optional(),
  /** As the refusal of a single command would have them: speed and age of the last fix. */
  details: z.record(z.string(), z.unknown()).optional(),
});

/** Addresses may name the devices and groups of a batch instead of its body. */
export const batchQuerySchema = z.object({
  devicesIds: z.array(idTextSchema).max(1000).optional(),
  groupsIds: z.array(idTextSchema).max(1000).optional(),
});

export type SentState = z.infer<typeof sentStateSchema>;
export type SentCommand = z.infer<typeof sentCommandSchema>;
export type SentCommandQuery = z.infer<typeof sentCommandQuerySchema>;
export type GroupReceipts = z.infer<typeof groupReceiptsSchema>;
export type CommandReceipt = z.infer<typeof commandReceiptSchema>;
export type BatchResult = z.infer<typeof batchResultSchema>;
export type BatchQuery = z.infer<typeof batchQuerySchema>;
