import { z } from 'zod';

/** What is used of a Nominatim answer. A place in the sea answers 200 with `error`. */
const answerSchema = z.object({
  display_name: z.string().optional(),
  address: z.record(z.string(), z.unknown()).optional(),
});

/** Of each line the first that the answer has: from the street to the state. */
const parts = [
  ['road', 'pedestrian', 'highway'],
  ['house_number'],
  ['suburb', 'neighbourhood', 'quarter'],
  ['city', 'town', 'village', 'municipality', 'county'],
];

const longestAddress = 300;

/**
 * The address in a service's answer: `Rua Augusta, 100, Consolação, São Paulo, SP` from its parts, else the name it shows,
 * else, when it is no JSON, the text itself. Null when it names no place.
 */
export function addressIn(text: string): string | null {
  const json = parsed(text);
  if (json === undefined) return cut(text);
  const answer = answerSchema.safeParse(json);
  if (!answer.success) return null;
  const { address = {}, display_name = '' } = answer.data;
  const word = (name: string) => (typeof address[name] === 'string' ? address[name] : undefined);
  const found = parts.flatMap((names) => names.map(word).find((value) => value !== undefined) ?? []);
  const state = word('ISO3166-2-lvl4')?.split('-')[1] ?? word('state');
  return cut(found.length > 0 ? [...found, ...(state ? [state] : [])].join(', ') : display_name);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function cut(text: string): string | null {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line === '' ? null : line.slice(0, longestAddress);
}
