import type { FieldError } from '@atalaia/contract/errors';
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { type AppError, fieldRefusal } from '../../errors/app-error.ts';
import { refusalWords } from './errors/error-body.ts';
import { queryReader } from './query-texts.ts';
import { readScalarTexts } from './scalar-texts.ts';

/** Deeper than any form or tracker nests; PostgreSQL and recursion both end somewhere beyond. */
const deepestLevel = 32;

interface Unstorable {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * The first value that PostgreSQL or JSON cannot hold, or undefined: text with a NUL or half of a surrogate pair (names
 * of fields too), nesting beyond 32 levels, a number beyond all numbers (`1e999`), which would become null in silence.
 */
export function unstorable(value: unknown, path: readonly string[] = []): Unstorable | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : unstorableText(path);
  if (typeof value === 'number' && !Number.isFinite(value)) return { path, message: 'is too large a number' };
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length === deepestLevel) return unstorableText(path);
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return unstorableText(path);
    const found = unstorable(inner, [...path, key]);
    if (found) return found;
  }
  return undefined;
}

function unstorableText(path: readonly string[]): Unstorable {
  return { path, message: 'holds text or depth that cannot be stored' };
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The part of the request a field is in, as the first part of its path; fields of a body have none. */
const prefixes: Readonly<Record<string, string>> = {
  querystring: 'query',
  params: 'params',
  headers: 'headers',
};

/**
 * Checks a part of a request against its schema of the contract: unknown fields and parameters are dropped, every field
 * that is refused is named in one 400, and nothing passes that the database cannot hold. Numbers and flags of a body may
 * come as text, and parameters as `query-texts.ts` says.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const prefix = prefixes[httpPart ?? ''];
  const readQuery = httpPart === 'querystring' ? queryReader(schema) : undefined;
  const pathOf = (keys: readonly PropertyKey[]) =>
    (prefix ? [prefix, ...keys] : keys).map((key) => String(key)).join('.');
  const parse = (data: unknown) => {
    const parsed = schema.safeParse(data, { error: refusalWords });
    if (parsed.success || httpPart !== 'body') return parsed;
    const read = readScalarTexts(schema, data);
    return read === data ? parsed : schema.safeParse(read, { error: refusalWords });
  };
  return (data: unknown) => {
    const fault = unstorable(data);
    if (fault) return { error: invalidInput([{ path: pathOf(fault.path), message: fault.message }]) };
    const parsed = parse(readQuery ? readQuery(data) : data);
    if (parsed.success) return { value: parsed.data };
    // a field that fails two checks names the first
    const messages = new Map(
      parsed.error.issues
        .flatMap((issue) => withinUnion(issue, data))
        .toReversed()
        .map(({ path, message }) => [pathOf(path), message]),
    );
    return { error: invalidInput([...messages].toReversed().map(([path, message]) => ({ path, message }))) };
  };
};

/** Of a union, what the one form says whose every fault is in a field that was sent; else that none fits. */
function withinUnion(issue: z.core.$ZodIssue, data: unknown): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const valueAt = (path: readonly PropertyKey[]) =>
    path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], data);
  const forms = issue.errors.map((faults) =>
    faults.map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] })),
  );
  const meant = forms.find((faults) =>
    faults.every(({ path }) => path.length > issue.path.length && valueAt(path) !== undefined),
  );
  return meant ?? [issue];
}

/** A 400 that names every field that was refused, and says of the first what is wrong. */
function invalidInput([first, ...others]: readonly FieldError[]): AppError {
  return fieldRefusal('invalid-input', first ?? { path: '', message: 'is not valid' }, ...others);
}
