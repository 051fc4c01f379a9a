/** What the schemas refuse, as people say it. A schema that has words of its own keeps them. */
import type { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
};

const sizes: Readonly<Record<string, string>> = { string: 'characters', array: 'entries', set: 'entries' };

/** More choices than these are not listed. */
const mostChoices = 24;

/** Of one fault, in English and without a subject: `must be a number`. For `safeParse` as its `error`. */
export function refusalWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return 'is needed';
      const isEndless = typeof issue.input === 'number' && !Number.isFinite(issue.input);
      return isEndless ? 'is too large a number' : `must be ${kinds[issue.expected] ?? issue.expected}`;
    }
    case 'too_small':
      return sizeWords(issue.origin, 'least', Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return sizeWords(issue.origin, 'most', Number(issue.maximum), issue.inclusive !== false);
    case 'invalid_format':
      return formatWords(issue.format);
    case 'invalid_value':
      return issue.values.length > mostChoices
        ? 'is none of the known values'
        : `must be ${issue.values
            .map(String)
            .join(', ')
            .replace(/, (?=[^,]*$)/, ' or ')}`;
    case 'invalid_key':
      return 'has a name that is too long or none';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return 'is not of a kind that fits here';
  }
}

function sizeWords(origin: string, end: 'least' | 'most', bound: number, included: boolean): string {
  const counted = sizes[origin];
  if (counted === undefined) {
    if (included) return `must be at ${end} ${bound}`;
    return `must be ${end === 'least' ? 'above' : 'below'} ${bound}`;
  }
  if (end === 'least' && bound === 1) return 'must not be empty';
  return `must have at ${end} ${bound} ${counted}`;
}

function formatWords(format: string): string {
  if (format === 'datetime') return 'must be an instant like 2026-11-21T03:00:00Z';
  return format === 'regex' ? 'has not the form that is asked for here' : `must be of the form ${format}`;
}
