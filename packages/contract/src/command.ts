/** What is told to a tracker. Types and their parameters stand in `@atalaia/domain/command-types`. */
import { z } from 'zod';
import { attributesSchema, idSchema, referenceInputSchema, referenceSchema } from './values.ts';

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

export const commandInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  deviceId: referenceInputSchema,
  type: z.string().trim().min(1).max(128),
  textChannel: z.boolean().optional(),
  description: z.string().max(4000).nullable().optional(),
  attributes: attributesSchema.optional(),
});

/** One entry of `GET commands/types`. */
export const commandTypeSchema = z.object({ type: z.string() });

export const commandParameterSchema = z.object({
  name: z.string(),
  key: z.string(),
  valueType: z.enum(['number', 'boolean', 'string']),
  dataType: z.enum(['timezone']).optional(),
});

export const batchCommandTypeSchema = z.enum(['engineStop', 'engineResume', 'rebootDevice']);

/** At least one of the two lists holds one id or more (CMD-04). */
export const batchCommandSchema = z
  .object({
    devicesId: z.array(idSchema).max(10_000),
    groupsId: z.array(idSchema).max(10_000),
    commandType: batchCommandTypeSchema,
  })
  .refine((batch) => batch.devicesId.length + batch.groupsId.length > 0, 'names no device and no group');

export type Command = z.infer<typeof commandSchema>;
export type CommandInput = z.infer<typeof commandInputSchema>;
export type CommandParameter = z.infer<typeof commandParameterSchema>;
export type BatchCommand = z.infer<typeof batchCommandSchema>;
