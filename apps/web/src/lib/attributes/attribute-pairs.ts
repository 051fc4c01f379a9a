/** Free name and value pairs of an owner as a form holds them: every value as text (ATT-01). */

export const pairTypes = ['string', 'number', 'boolean'] as const;

export type PairType = (typeof pairTypes)[number];

export interface AttributePair {
  readonly name: string;
  /** `json`: a list or an object that somebody else stored; it is shown and can be removed, never typed. */
  readonly type: PairType | 'json';
  /** `true` or `false` of a flag. */
  readonly text: string;
  /** What is stored, until the pair is changed: it goes back exactly as it came. */
  readonly stored?: unknown;
}

/** A name that means something, and how its value is spoken of. */
export interface KnownAttribute {
  readonly name: string;
  readonly label: string;
  readonly type: PairType;
  /** Never shown: its placeholder is replaced whole. */
  readonly isSecret?: boolean;
  /** A number is shown in this unit: what is stored times `factor`. */
  readonly unit?: { readonly sign: string; readonly factor: number };
}

export type PairFault = 'missing' | 'taken' | 'not-a-number';

export interface PairFaults {
  readonly name?: PairFault;
  readonly value?: PairFault;
}

export const newPair: AttributePair = Object.freeze({ name: '', type: 'string', text: '' });

type Attributes = Readonly<Record<string, unknown>>;

/** The pairs of an owner by name, less those that his form shows as fields of their own. */
export function pairsOf(
  attributes: Attributes,
  known: readonly KnownAttribute[] = [],
  elsewhere: ReadonlySet<string> = new Set(),
): AttributePair[] {
  return Object.entries(attributes)
    .filter(([name]) => !elsewhere.has(name))
    .map(([name, value]) => pairOf(name, value, known))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

function pairOf(name: string, value: unknown, known: readonly KnownAttribute[]): AttributePair {
  const stored = { stored: value };
  if (typeof value === 'boolean') return { name, type: 'boolean', text: String(value), ...stored };
  if (typeof value === 'string') return { name, type: 'string', text: value, ...stored };
  if (typeof value === 'number') {
    const shown = Number((value * factorOf(name, known)).toFixed(4));
    return { name, type: 'number', text: String(shown), ...stored };
  }
  return { name, type: 'json', text: JSON.stringify(value), ...stored };
}

/** What is stored of pairs without faults; the last of a name wins. */
export function attributesOf(
  pairs: readonly AttributePair[],
  known: readonly KnownAttribute[] = [],
): Record<string, unknown> {
  return Object.fromEntries(pairs.map((pair) => [pair.name.trim(), storedOf(pair, known)]));
}

function storedOf(pair: AttributePair, known: readonly KnownAttribute[]): unknown {
  if ('stored' in pair) return pair.stored;
  if (pair.type === 'boolean') return pair.text === 'true';
  if (pair.type === 'string') return pair.text.trim();
  return numberOf(pair.text) / factorOf(pair.name.trim(), known);
}

const factorOf = (name: string, known: readonly KnownAttribute[]) =>
  known.find((one) => one.name === name)?.unit?.factor ?? 1;

/** With comma or point; NaN for what is no number. */
function numberOf(typed: string): number {
  const text = typed.trim().replace(',', '.');
  return text === '' ? Number.NaN : Number(text);
}

/** What is wrong with each pair, in their order; an empty object for one that can be stored. `elsewhere`: names that have a field of their own. */
export function faultsOf(
  pairs: readonly AttributePair[],
  elsewhere: ReadonlySet<string> = new Set(),
): readonly PairFaults[] {
  return pairs.map((pair, at) => {
    const name = pair.name.trim();
    const isTaken =
      elsewhere.has(name) || pairs.some((other, place) => place < at && other.name.trim() === name);
    const nameFault: PairFault | undefined = name === '' ? 'missing' : isTaken ? 'taken' : undefined;
    const valueFault = valueFaultOf(pair);
    return { ...(nameFault && { name: nameFault }), ...(valueFault && { value: valueFault }) };
  });
}

function valueFaultOf({ type, text, ...pair }: AttributePair): PairFault | undefined {
  if ('stored' in pair || type === 'boolean' || type === 'json') return undefined;
  if (text.trim() === '') return 'missing';
  return type === 'number' && !Number.isFinite(numberOf(text)) ? 'not-a-number' : undefined;
}

/** The pair under another name: a known one brings its type, and a value that type cannot hold goes. */
export function renamed(pair: AttributePair, name: string, known: readonly KnownAttribute[]): AttributePair {
  const attribute = known.find((one) => one.name === name.trim());
  const { stored: _, ...own } = pair;
  if (!attribute || attribute.type === pair.type) return { ...own, name };
  return { ...retyped(own, attribute.type), name };
}

/** The pair with a value of another type. */
export function retyped(pair: AttributePair, type: PairType): AttributePair {
  const { name } = pair;
  if (type === 'boolean') return { name, type, text: String(/^(true|1)$/.test(pair.text)) };
  if (pair.type === 'boolean') return { name, type, text: '' };
  return { name, type, text: pair.text };
}

/** The pair with another text in its place. */
export function valued({ name, type }: AttributePair, text: string): AttributePair {
  return { name, type, text };
}
