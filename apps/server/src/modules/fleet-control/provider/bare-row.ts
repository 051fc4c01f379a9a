/** The provider's values without what they are dressed in, and without what no database takes. */
export type Row = Readonly<Record<string, unknown>>;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** No thing of the provider is nested so deeply; what lies deeper is left out. */
const deepest = 16;

/**
 * Serial numbers, plates and brands come with blanks around them, and a blank alone stands for nothing. NUL and half
 * characters, which PostgreSQL refuses, are left out of texts and names.
 */
export function bareRow(row: Row, depth = 0): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [storable(name), bare(value, depth + 1)]),
  );
}

function bare(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storable(value).trim();
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return null;
  return isRow(value) ? bareRow(value, depth) : (value as unknown[]).map((one) => bare(one, depth + 1));
}

const storable = (text: string) => text.replaceAll(/\0|\p{Surrogate}/gu, '');
