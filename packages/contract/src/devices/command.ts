/** What is sent to a tracker. Types and their parameters are in `@atalaia/domain/command-types`. */
import { z } from 'zod';
import { blockAskSchema, releaseInputSchema } from '../block/block.ts';
import { linkedQuerySchema } from '../values/linked-query.ts';
import { flagTextSchema, idTextSchema } from '../values/query-values.ts';
import { sortedBy } from '../values/sorting.ts';
import { attributesSchema, idSchema, referenceInputSchema, referenceSchema } from '../values/values.ts';

/** A command kept to be sent again; `deviceId` 0 fits any device whose protocol knows the type. */
export const commandSchema = z.object({
  id: idSchema,
  deviceId: referenceSchema,
  type: z.string(),
  /** By SMS to the device's phone instead of its connection. */
  textChannel: z.boolean(),
  description: z.string().nullable(),
  attributes: attributesSchema,
});

const descriptionSchema = z.string().max(4000).nullable().optional();

export const commandInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  deviceId: referenceInputSchema,
  type: z.string().trim().min(1).max(128),
  textChannel: z.boolean().optional(),
  description: descriptionSchema,
  attributes: attributesSchema.optional(),
});

/**
 * A block that is not safe (CMD-07) is sent only when the person says again that he means it, and why. What counts as
 * safe is in the details of the refusal `block-needs-confirmation`.
 */
export const confirmationSchema = z.object({ reason: z.string().trim().min(1).max(500) });

/**
 * `POST commands/send`. With the `id` of a saved command that one is sent, whatever else is given; else `type` is
 * required.
 */
export const sendCommandSchema = z.object({
  id: z.number().int().min(0).optional(),
  deviceId: idSchema,
  type: z.string().trim().max(128).optional(),
  textChannel: z.boolean().optional(),
  description: descriptionSchema,
  attributes: attributesSchema.optional(),
  confirmation: confirmationSchema.optional(),
  /** Of a block: reason and moment. A client that does not say it is one of the field (BLOCK-07). */
  block: blockAskSchema.optional(),
  /** Of a release (BLOCK-06). */
  release: releaseInputSchema.omit({ deviceId: true }).optional(),
});

/** The same as a client of the field sends it: with `groupId` in the address it names no device. */
export const fieldSendSchema = sendCommandSchema.extend({ deviceId: referenceInputSchema });

/** `groupId`: to every device of this group and of those below it. */
export const sendQuerySchema = z.object({ groupId: idTextSchema.optional() });

export const batchCommandTypeSchema = z.enum(['engineStop', 'engineResume', 'rebootDevice']);

/** At least one of the two lists holds one id or more (CMD-04). */
export const batchCommandSchema = z
  .object({
    devicesId: z.array(idSchema).max(10_000),
    groupsId: z.array(idSchema).max(10_000),
    commandType: batchCommandTypeSchema,
    confirmation: confirmationSchema.optional(),
    block: blockAskSchema.optional(),
  })
  .refine((batch) => batch.devicesId.length + batch.groupsId.length > 0, 'names no device and no group');

/**
 * The body of `POST commands/batch`: a `BatchCommand`, or a command whose devices and groups are in the address. Both
 * are read together; what then is missing is refused by its field.
 */
export const batchBodySchema = z.object({
  devicesId: z.array(idSchema).max(10_000).optional(),
  groupsId: z.array(idSchema).max(10_000).optional(),
  commandType: batchCommandTypeSchema.optional(),
  type: batchCommandTypeSchema.optional(),
  confirmation: confirmationSchema.optional(),
  block: blockAskSchema.optional(),
});

export const commandQuerySchema = linkedQuerySchema.extend(sortedBy('description', 'type', 'textChannel'));

export type Command = z.infer<typeof commandSchema>;
export type CommandInput = z.infer<typeof commandInputSchema>;
export type SendCommand = z.infer<typeof sendCommandSchema>;
export type BatchCommand = z.infer<typeof batchCommandSchema>;
export type BatchBody = z.infer<typeof batchBodySchema>;
export type CommandQuery = z.infer<typeof commandQuerySchema>;

/** Which commands can be sent to a device, and what a form requests for each (CMD-01). */
const commandParameterSchema = z.object({
  /** As the form's phrases know it: `commandParameter.{name}`. */
  name: z.string(),
  /** Its key among the command's attributes. */
  key: z.string(),
  valueType: z.enum(['number', 'boolean', 'string']),
  dataType: z.enum(['timezone']).optional(),
  /** Bounds of a number, which is whole. */
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  /** What the number counts: seconds, metres. */
  unit: z.enum(['s', 'm']).optional(),
});

/** One entry of `GET commands/types`. */
export const commandTypeSchema = z.object({ type: z.string(), parameters: z.array(commandParameterSchema) });

/**
 * Of `GET commands/types`: what the protocol of the device can say, every known type without a device. With
 * `textChannel=true` what can be sent by SMS.
 */
export const commandTypeQuerySchema = z.object({
  deviceId: idTextSchema.optional(),
  /** Instead of a device: what this protocol can say. */
  protocol: z.string().max(64).optional(),
  textChannel: flagTextSchema.optional(),
});

/** Of `GET commands/send`: the saved commands that can be sent to this device. */
export const sendableQuerySchema = z.object({ deviceId: idTextSchema });

export type CommandParameter = z.infer<typeof commandParameterSchema>;
export type CommandTypeEntry = z.infer<typeof commandTypeSchema>;
export type CommandTypeQuery = z.infer<typeof commandTypeQuerySchema>;
