import { type CommandParameter, fitsParameter, parametersOf } from '@atalaia/domain/catalog/command-types';
import { z } from 'zod';
import { AppError, fieldRefusal } from '../../errors/app-error.ts';
import { readScalarTexts } from '../../platform/http/scalar-texts.ts';

const schemas = { number: z.number(), boolean: z.boolean(), string: z.string() };

/**
 * The attributes with the parameters of the type as they are meant, numbers and switches that came as text too. Throws
 * unless the type is known and every parameter of it fits: each field that does not, by its path (CMD-02).
 */
export function readParameters(
  type: string,
  attributes: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const parameters = parametersOf(type);
  if (!parameters) throw fieldRefusal('invalid-input', { path: 'type', message: 'is no known command' });
  const schema = z.object(Object.fromEntries(parameters.map((one) => [one.key, schemas[one.valueType]])));
  const read = readScalarTexts(schema, attributes) as Readonly<Record<string, unknown>>;
  const [first, ...others] = parameters
    .filter((parameter) => !fitsParameter(parameter, read[parameter.key]))
    .map((parameter) => ({ path: `attributes.${parameter.key}`, message: expectation(parameter) }));
  if (first) throw fieldRefusal('invalid-input', first, ...others);
  return read;
}

function expectation({ valueType, minimum = 0, maximum }: CommandParameter): string {
  if (valueType === 'boolean') return 'must be true or false';
  if (valueType === 'string') return 'must be a text that is not blank';
  return maximum === undefined
    ? `must be a whole number from ${minimum}`
    : `must be a whole number from ${minimum} to ${maximum}`;
}

/** Throws for a disabled device: its tracker is turned away, and the command could only wait until its time is over. */
export function requireEnabled({ disabled }: { readonly disabled: boolean }): void {
  if (disabled) throw new AppError('device-disabled', 'the device is disabled');
}

/** Throws unless the type is among those that the device takes. */
export function requireSupported(type: string, types: readonly string[]): void {
  if (types.includes(type)) return;
  throw new AppError('command-not-supported', `the device takes no ${type}`, { type, types: [...types] });
}
