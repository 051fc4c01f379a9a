/** The parameters of a command as a form holds them: text, and yes or no (CMD-01, CMD-02). */
import { type CommandParameter, fitsParameter, parametersOf } from '@atalaia/domain/catalog/command-types';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';
import { numberIn } from '../../../lib/formats/plain-number.ts';
import { optionalText, requiredText, textOf } from '../../../resources/form/field-values.ts';

// A saved command as its form holds it, and what is wrong with one (CMD-02).

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

export type ParameterValues = Readonly<Record<string, string | boolean>>;

export function parameterValuesOf(
  type: string,
  attributes: Readonly<Record<string, unknown>>,
): Record<string, string | boolean> {
  const pairs = (parametersOf(type) ?? []).map(({ key, valueType }): [string, string | boolean] => [
    key,
    valueType === 'boolean' ? attributes[key] === true : textOf(attributes[key]),
  ]);
  return Object.fromEntries(pairs);
}

/** What is sent of values without faults; what another type asked for is left out. */
export function parametersIn(
  type: string,
  values: ParameterValues,
): Record<string, string | number | boolean> {
  return Object.fromEntries(
    (parametersOf(type) ?? []).map((one) => [one.key, valueIn(one, values[one.key])]),
  );
}

function valueIn({ valueType }: CommandParameter, value: string | boolean | undefined) {
  if (valueType === 'boolean') return value === true;
  const typed = String(value ?? '').trim();
  return valueType === 'number' ? (numberIn(typed) ?? Number.NaN) : typed;
}

/** What is wrong, by the parameter's key. */
export function parameterFaults(type: string, values: ParameterValues): ReadonlyMap<string, PhraseKey> {
  const faults = new Map<string, PhraseKey>();
  for (const parameter of parametersOf(type) ?? []) {
    const value = valueIn(parameter, values[parameter.key]);
    if (fitsParameter(parameter, value)) continue;
    faults.set(parameter.key, faultOf(values[parameter.key], value));
  }
  return faults;
}

function faultOf(typed: string | boolean | undefined, value: string | number | boolean): PhraseKey {
  if (typeof typed !== 'string' || typed.trim() === '') return 'form.required';
  if (!Number.isFinite(value)) return 'form.notANumber';
  return Number.isInteger(value) ? 'form.outOfRange' : 'form.notWhole';
}
