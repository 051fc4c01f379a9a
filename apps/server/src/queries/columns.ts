import { isDeepStrictEqual } from 'node:util';

/** Values of an input as columns take them. */

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The columns that an input refers to: those that are undefined are left out, and so keep what they hold. */
export function givenColumns<T extends object>(columns: T): Given<T> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** A reference of an input as its column takes it: 0 and null are none, absent is not spoken of. */
export function referenceColumn(id: number | null | undefined): number | null | undefined {
  return id === undefined ? undefined : id || null;
}

/** A measure as forms send it, as its column takes it: digits become a number, empty text and null none; absent is not spoken of. */
export function measureColumn(given: number | string | null | undefined): number | null | undefined {
  if (typeof given !== 'string') return given;
  return given.trim() === '' ? null : Number(given);
}

/**
 * An instant of an input in the form in which it is read again, so that an unchanged one is seen to be unchanged. One
 * without an offset is UTC; absent is not spoken of, null is none.
 */
export function instantColumn(text: string | null | undefined): string | null | undefined {
  if (!text) return text === undefined ? undefined : null;
  const hasOffset = /(?:z|[+-]\d\d:?\d\d)$/i.test(text);
  return new Date(hasOffset ? text : `${text}Z`).toISOString();
}

/** Names of the columns whose new value differs from the row; undefined means not spoken of. */
export function changedFields(before: object, values: object): string[] {
  const previous = new Map<string, unknown>(Object.entries(before));
  return Object.entries(values)
    .filter(([name, value]) => value !== undefined && !isDeepStrictEqual(previous.get(name), value))
    .map(([name]) => name);
}

export type ChangeDetails = {
  readonly changed: readonly string[];
  /** What a field held and holds now, as far as it may be shown; those of `attributes` by `attributes.plate`. */
  readonly values?: Readonly<Record<string, readonly [unknown, unknown]>>;
};

/** What the audit says of a change: every field by its name, and both values of those that are no secret. */
export function changeDetails(before: object, values: object): ChangeDetails {
  const changed = changedFields(before, values);
  const [old, given] = [before, values] as readonly Readonly<Record<string, unknown>>[];
  const pairs = changed.flatMap((name): [string, readonly [unknown, unknown]][] => {
    if (name !== 'attributes') return [[name, [old?.[name] ?? null, given?.[name] ?? null]]];
    const [held, holds] = [asRecord(old?.attributes), asRecord(given?.attributes)];
    return changedFields({ ...absent(holds), ...held }, { ...absent(held), ...holds }).map((key) => [
      `attributes.${key}`,
      [held[key] ?? null, holds[key] ?? null],
    ]);
  });
  const shown = pairs.flatMap(([name, [from, to]]) =>
    isSecretField(name) ? [] : [[name, [shownValue(from), shownValue(to)]] as const],
  );
  return { changed, ...(shown.length > 0 && { values: Object.fromEntries(shown) }) };
}

/** What opens something, and the bytes of a file. */
const secretFields =
  /passw|senha|secret|token|hash|sealed|key|credential|authorization|phrase|salt|totp|(^|[._])(pin|data|image)$/i;

const isSecretField = (name: string) => secretFields.test(name);

const longestShown = 300;

/** A text that is short; of an address only where it leads, since the rest may let in; a list or an object as JSON. */
function shownValue(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const [, origin] = /^([a-z][a-z0-9+.-]*:\/\/)/i.exec(text) ?? [];
  if (origin !== undefined) return `${origin}${URL.canParse(text) ? new URL(text).host : '…'}/…`;
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

const asRecord = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;

const absent = (of: object) => Object.fromEntries(Object.keys(of).map((key) => [key, null]));
