/**
 * Numbers and flags that come as text: `{"deviceId":"2","always":"true"}`. Clients of the field write them so, since the
 * best-known server takes both. The schemas stay as they are; only a body that does not fit them as it is is read
 * again, and in it only text that is where a number or a flag is expected and is written as JSON writes one.
 * A text where text is expected, `"0123"` as the id of a tracker, is never touched.
 */
import { z } from 'zod';

/** Instants as clients of the field write them beside ISO 8601 in full. */

/** Seconds may be absent; a `+` that nobody encoded arrives as a blank. */
const written =
  /^([+-]?\d{4,6}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(?:([zZ])|([+\- ])(\d{2})(?::?(\d{2}))?)$/;

/** Milliseconds since 1970: from 1973, so that a small number is taken for what it is. */
const milliseconds = /^\d{12,14}$/;

/** In full, for example `2026-11-21T03:00:00Z`; undefined for what is none, one without an offset among it. */
export function instantOf(text: string): string | undefined {
  if (milliseconds.test(text)) return new Date(Number(text)).toISOString();
  const [, day, minutes, seconds = ':00', utc, sign, hours, rest = '00'] = written.exec(text) ?? [];
  if (!day || !minutes) return undefined;
  if (utc) return `${day}T${minutes}${seconds}Z`;
  return `${day}T${minutes}${seconds}${sign === '-' ? '-' : '+'}${hours}:${rest}`;
}

/** As JSON writes a number. */
const numberPattern = '^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?$';
const numberText = new RegExp(numberPattern);
const flagPattern = '^(?:true|false)$';

/** What has text where a number or a flag is meant, with that in its place; the same value when there is none. */
export function readScalarTexts(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodNumber) return numberOf(value);
  if (schema instanceof z.ZodBoolean) return flagOf(value);
  if (schema instanceof z.ZodISODateTime) return instantText(value);
  if (schema instanceof z.ZodLiteral) return literalOf([...schema.values], value);
  if (schema instanceof z.ZodUnion) return alternativeOf(schema.options as z.ZodType[], value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return mapped(Object.entries(value), value, () => schema.element as z.ZodType);
  }
  if (schema instanceof z.ZodObject && isPlain(value)) {
    const { shape } = schema;
    return mapped(Object.entries(value), value, (name) =>
      Object.hasOwn(shape, name) ? shape[name] : undefined,
    );
  }
  if (schema instanceof z.ZodRecord && isPlain(value)) {
    return mapped(Object.entries(value), value, () => schema.valueType as z.ZodType);
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return readScalarTexts(schema.unwrap() as z.ZodType, value);
  }
  return value;
}

function numberOf(value: unknown): unknown {
  return typeof value === 'string' && numberText.test(value) ? Number(value) : value;
}

/** Milliseconds may come as a number, too. */
function instantText(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  return instantOf(String(value)) ?? value;
}

function flagOf(value: unknown): unknown {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

function literalOf(literals: readonly unknown[], value: unknown): unknown {
  if (typeof value !== 'string' || literals.includes(value)) return value;
  return literals.find((literal) => typeof literal !== 'object' && String(literal) === value) ?? value;
}

/** As it is when one of the ways takes it so: text stays text where a number would do as well. */
function alternativeOf(options: readonly z.ZodType[], value: unknown): unknown {
  if (options.some((option) => option.safeParse(value).success)) return value;
  const read = options.map((option) => [option, readScalarTexts(option, value)] as const);
  return read.find(([option, one]) => one !== value && option.safeParse(one).success)?.[1] ?? value;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Each part by the schema of its name; the very same whole when no part changes. */
function mapped(
  parts: readonly [string, unknown][],
  whole: object,
  schemaOf: (name: string) => z.ZodType | undefined,
): unknown {
  const read = parts.map(([name, part]): [string, unknown] => {
    const schema = schemaOf(name);
    return [name, schema ? readScalarTexts(schema, part) : part];
  });
  if (read.every(([, part], at) => part === parts[at]?.[1])) return whole;
  return Array.isArray(whole) ? read.map(([, part]) => part) : Object.fromEntries(read);
}

/** Says in the JSON Schema of a body what `readScalarTexts` takes in it. For zod as its `override`. */
export function describeScalarTexts({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { type } = jsonSchema;
  if (type !== 'number' && type !== 'integer' && type !== 'boolean') return;
  if (jsonSchema.const !== undefined) {
    jsonSchema.enum = [jsonSchema.const, String(jsonSchema.const)] as typeof jsonSchema.enum & object;
    delete jsonSchema.const;
    delete jsonSchema.type;
    return;
  }
  Object.assign(jsonSchema, {
    type: [type, 'string'],
    pattern: type === 'boolean' ? flagPattern : numberPattern,
  });
}
