/**
 * Parameters of an address as clients of the field write them: a number 0, `null` or an empty text for none, lists with
 * commas between or repeated, flags in any case, instants without seconds, with `+0000` or in milliseconds since 1970.
 * Each is read by its schema, and what cannot be read stays as it came, for the schema to refuse.
 */
import { flagTextSchema, idTextSchema, longIdTextSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import { instantOf } from './scalar-texts.ts';

export type ReadQuery = (query: unknown) => unknown;

const ids: ReadonlySet<unknown> = new Set([idTextSchema, longIdTextSchema]);

/** Each parameter by its schema, those that say nothing left out. Repeated, it is a list where lists are meant, else the last counts. */
export function queryReader(schema: z.ZodType): ReadQuery {
  const shape = (schema instanceof z.ZodObject ? schema.shape : {}) as Readonly<Record<string, z.ZodType>>;
  return (query) => {
    const entries = Object.entries(query ?? {}).map(([name, value]): [string, unknown] => {
      const own = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return [name, own ? readOne(own, name, value) : value];
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  };
}

function readOne(schema: z.ZodType, name: string, value: unknown): unknown {
  if (isWrapped(schema)) return readOne(schema.unwrap() as z.ZodType, name, value);
  if (schema instanceof z.ZodArray) return readList(schema.element as z.ZodType, value);
  const one = Array.isArray(value) ? value.at(-1) : value;
  if (typeof one !== 'string') return one;
  // in the field a limit of 0 is none
  if (name === 'limit' && isNone(one)) return undefined;
  return readText(schema, one);
}

/** Ids and choices may be separated by commas; an empty list counts as absent. */
function readList(element: z.ZodType, value: unknown): unknown {
  const given = Array.isArray(value) ? value : [value];
  if (!ids.has(element)) return given;
  const read = given
    .flatMap((text) => (typeof text === 'string' ? text.split(',') : [text]))
    .map((text) => (typeof text === 'string' ? readText(element, text.trim()) : text))
    .filter((text) => text !== undefined);
  return read.length ? read : undefined;
}

function readText(schema: z.ZodType, text: string): string | undefined {
  if (ids.has(schema)) return isNone(text) ? undefined : text;
  if (schema === flagTextSchema) return text === '' ? undefined : text.toLowerCase();
  if (schema instanceof z.ZodISODateTime) return text === '' ? undefined : (instantOf(text) ?? text);
  return text;
}

const isNone = (text: string) => text === '' || text === 'null' || /^0+$/.test(text);

function isWrapped(schema: z.ZodType): schema is z.ZodOptional | z.ZodNullable | z.ZodDefault {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
}

/** Says in the JSON Schema of a query what `queryReader` takes in it. For zod as its `override`. */
export function describeQueryTexts({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  if (ids.has(zodSchema)) {
    jsonSchema.description = 'A number; 0, `null` and nothing mean none.';
    jsonSchema.pattern = `^(?:0|null)?$|${jsonSchema.pattern ?? ''}`;
  }
  if (jsonSchema.type === 'array') {
    jsonSchema.description = [jsonSchema.description, 'Repeated, or with commas between.']
      .filter(Boolean)
      .join(' ');
  }
  if (zodSchema instanceof z.ZodISODateTime) {
    delete jsonSchema.pattern;
    jsonSchema.description =
      'An instant: ISO 8601 with `Z` or an offset (`+0000` too), seconds may be absent; or milliseconds since 1970.';
  }
}
