/** A saved command as its form holds it, and what is wrong with one (CMD-02). */
import { z } from 'zod';
import { optionalText, requiredText } from '../../../resources/form/field-values.ts';
import { parameterFaults } from './parameter-values.ts';

/** Longest description the API keeps, characters. */
const longestDescription = 4000;

export const savedCommandValuesSchema = z
  .object({
    description: optionalText(longestDescription),
    type: requiredText('command.typeRequired', 128),
    deviceId: z.string(),
    textChannel: z.boolean(),
    parameters: z.record(z.string(), z.union([z.string(), z.boolean()])),
  })
  .superRefine(({ type, parameters }, context) => {
    for (const [key, message] of parameterFaults(type, parameters)) {
      context.addIssue({ code: 'custom', path: ['parameters', key], message });
    }
  });

export type SavedCommandValues = z.infer<typeof savedCommandValuesSchema>;
