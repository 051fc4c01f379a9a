/** Which commands can be sent to a device, and what a form requests for each (CMD-01). */
import { z } from 'zod';
import { flagTextSchema, idTextSchema } from '../values/query-values.ts';

export const commandParameterSchema = z.object({
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
  textChannel: flagTextSchema.optional(),
});

/** Of `GET commands/send`: the saved commands that can be sent to this device. */
export const sendableQuerySchema = z.object({ deviceId: idTextSchema });

export type CommandParameter = z.infer<typeof commandParameterSchema>;
export type CommandTypeEntry = z.infer<typeof commandTypeSchema>;
export type CommandTypeQuery = z.infer<typeof commandTypeQuerySchema>;
