/** Values that several entities share. JSON Schema must be able to hold all of them: no dates, no transforms. */
import { z } from 'zod';

/** Number of a stored row, from 1. */
export const idSchema = z.number().int().positive().max(2_147_483_647);

/** Number of a stored position or event, from 1; beyond 32 bits, within what a JSON number holds exactly. */
export const longIdSchema = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** Number of another row, or 0 for none: the manner of the field's common API. */
export const referenceSchema = z.number().int().min(0).max(2_147_483_647);

/** A reference as a client may send it: null and 0 mean none; absent means none on create, unchanged on change. */
export const referenceInputSchema = referenceSchema.nullable().optional();

/** An instant as ISO 8601 with its offset, for example `2026-11-21T03:58:08.000Z`. */
export const instantSchema = z.iso.datetime({ offset: true });

/** An instant as a client may send it: without an offset it is UTC. */
export const instantInputSchema = z.iso.datetime({ offset: true, local: true });

export const latitudeSchema = z.number().min(-90).max(90);
export const longitudeSchema = z.number().min(-180).max(180);

const numberWords = 'must be a number from 0';

/**
 * A number from 0 as forms send it: a number, its digits as text, or empty text and null for none. Whoever stores it
 * makes a number of it.
 */
export const measureInputSchema = z
  .union(
    [
      z.number().min(0, numberWords),
      z.string().regex(/^\s*(?:\+?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,2})?)?\s*$/i, numberWords),
      z.null(),
    ],
    {
      error: numberWords,
    },
  )
  .optional();

/** A flag as a client may send it: null, like absence, says nothing of it. */
export const flagInputSchema = z.boolean().nullable().optional();

/** Free name and value pairs of an owner; values are what JSON holds. */
export const attributesSchema = z.record(z.string().max(128), z.unknown());

/** An IANA zone that the runtime knows; empty means not set. */
export const timezoneInputSchema = z
  .string()
  .max(255)
  .refine((zone) => zone === '' || isZone(zone), 'is no time zone like America/Fortaleza');

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * No control character, no blank that nobody sees (U+200B, U+2060, U+FEFF), and none that turns the reading direction of
 * what is around it; letters that are read from the right themselves are as good as any.
 */
export function isPlainText(text: string): boolean {
  return !/[\p{Cc}\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/u.test(text);
}

const plainWords = 'must not hold control characters';

/** A short text a person types, in one line: at most 255 characters. */
export const shortTextSchema = z.string().max(255).refine(isPlainText, plainWords);

/** What a thing is called: 1 to 255 characters, without blanks around them. */
export const nameSchema = z.string().trim().min(1).max(255).refine(isPlainText, plainWords);

/** An address of the web, `{z}` and the like allowed in it; empty means not set. */
export const webAddressInputSchema = z
  .string()
  .max(2048)
  .refine(
    (text) => text === '' || isWebAddress(text),
    'must be an address that begins with http:// or https://',
  );

function isWebAddress(text: string): boolean {
  // names of placeholders may be in a host, too: {s}, {a-d}
  const filled = text.replaceAll(/\{[^{}]*\}/g, '0');
  return /^https?:\/\//i.test(text) && URL.canParse(filled) && isPlainText(text);
}

export const coordinateFormatSchema = z.enum(['dd', 'ddm', 'dms']);

export const mapTypeSchema = z.enum([
  'osm',
  'street',
  'satellite',
  'hybrid',
  'carto',
  'bingRoad',
  'bingAerial',
  'bingHybrid',
  'googleRoad',
  'googleSatellite',
  'googleHybrid',
  'baidu',
  'yandexMap',
  'yandexSat',
  'wikimedia',
  'custom',
]);

/** A file of the installation's folder of maps. */
export const ownMapSchema = z.templateLiteral(['own:', z.string().regex(/^[\w-]{1,100}$/)]);

/** A base map by its name; empty means not set. */
export const mapInputSchema = z.union([mapTypeSchema, z.literal(''), ownMapSchema], {
  error: `must be one of ${mapTypeSchema.options.join(', ')}, or own: and the name of a file`,
});

export type Attributes = z.infer<typeof attributesSchema>;
export type CoordinateFormat = z.infer<typeof coordinateFormatSchema>;
export type MapType = z.infer<typeof mapTypeSchema>;
