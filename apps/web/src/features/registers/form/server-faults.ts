/** Where the refusal of a form is told: at its fields, and what belongs to none above the buttons (API-03). */
import type { FieldError } from '@atalaia/contract/errors';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { TextKey } from '../../../lib/texts/texts.ts';

export interface ServerFaults {
  /** Keys of phrases by the field they are told at. */
  readonly atFields: ReadonlyMap<string, TextKey>;
  /** Paths that are of no field in sight. */
  readonly elsewhere: readonly string[];
}

/**
 * `names` are those of the fields in sight. A code of its own says what is wrong with the field (a duplicate, a cycle);
 * the one for everything says no more than that the value is not taken.
 */
export function serverFaultsOf(
  error: unknown,
  names: readonly string[],
  fieldOf: (path: string) => string | undefined = () => undefined,
): ServerFaults {
  if (!(error instanceof ApiError)) return { atFields: new Map(), elsewhere: [] };
  const atFields = new Map<string, TextKey>();
  const elsewhere: string[] = [];
  const { code } = error;
  const isPlain = code === 'invalid-input' || code === 'connection' || code === 'unreadable';
  for (const { path } of error.fields) {
    const name = fieldOf(path) ?? nameIn(names, path);
    if (name && names.includes(name)) atFields.set(name, isPlain ? 'form.notTaken' : `apiError.${code}`);
    else elsewhere.push(path);
  }
  return { atFields, elsewhere };
}

function nameIn(names: readonly string[], path: FieldError['path']): string | undefined {
  const bare = path.replace(/^body\./, '');
  return names.find((name) => name === bare) ?? names.find((name) => name === bare.split('.').at(-1));
}
