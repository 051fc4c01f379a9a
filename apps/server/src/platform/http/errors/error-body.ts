import type { ErrorBody, ErrorCode } from '@atalaia/contract/errors';
import type { FastifyError } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../../../errors/app-error.ts';
import { isConflict, isDataError, passingCode } from '../../../errors/database-errors.ts';

/** What fastify and its reader of multipart bodies refuse by themselves, by their own codes. */
const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_CP_ERR_INVALID_CONTENT_ENCODING: 'unsupported-media-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_REQ_FILE_TOO_LARGE: 'body-too-large',
  FST_FILES_LIMIT: 'body-too-large',
  FST_FIELDS_LIMIT: 'body-too-large',
  FST_PARTS_LIMIT: 'body-too-large',
};

/** Tells that the database is down for want of space, where its errors do not. */
export type IsOutOfSpace = () => boolean;

/** Any thrown thing as the refusal that the caller receives; `internal-error` when it is none of his business. */
export function refusalOf(error: unknown, isFull: IsOutOfSpace): AppError {
  const isUnready = error instanceof AppError && error.code === 'not-ready';
  const passing = isUnready ? error.code : passingCode(error);
  if (passing === 'no-space' || (passing && isFull())) {
    return new AppError(
      'no-space',
      'the disk of the database is full; nothing is stored until there is room',
    );
  }
  if (error instanceof AppError) return error;
  if (passing) return new AppError(passing, 'the database is away; try again soon');
  if (isConflict(error)) return new AppError('not-ready', 'others changed the same just now; try again');
  // What the schemas let through and a column does not hold: a year 0, for one.
  if (isDataError(error))
    return new AppError('invalid-input', 'a value is out of the range that can be stored');
  if (!isFrameworkError(error)) return new AppError('internal-error', 'internal error');
  const known = frameworkCodes[error.code];
  if (known) return new AppError(known, error.message);
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return new AppError('internal-error', 'internal error');
  return new AppError(status === 404 ? 'not-found' : 'invalid-input', error.message);
}

/** The body of every answer from 400 up. */
export function errorBody(refusal: AppError, requestId: string): ErrorBody {
  const { code, message, details } = refusal;
  return details ? { code, message, details, requestId } : { code, message, requestId };
}

function isFrameworkError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && 'statusCode' in error;
}

/** What the schemas refuse, as people say it. A schema that has words of its own keeps them. */
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
    case 'unrecognized_keys':
      return `must not have ${issue.keys.slice(0, mostChoices).join(', ')}`;
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
