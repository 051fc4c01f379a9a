/**
 * The rows of a route, one column a field: a hundred thousand of them are some typed arrays and not as many objects, and a
 * line, a chart or a sort reads only what it needs. Speeds are knots, distances metres, times ms since 1970 UTC.
 */
import type { RouteRow } from '@atalaia/contract/reports/report-rows';

/** What every row has as a number, `fixTime` in ms. */
const fixedNumbers = [
  'id',
  'deviceId',
  'fixTime',
  'latitude',
  'longitude',
  'speed',
  'course',
  'altitude',
  'accuracy',
] as const;

/** Before the name of an attribute where a field of the row could stand too. */
export const attributePrefix = 'attributes.';

export type FixedNumber = (typeof fixedNumbers)[number];

/** What a row has besides, kept as it came. */
const fixedOthers = [
  'protocol',
  'type',
  'serverTime',
  'deviceTime',
  'outdated',
  'valid',
  'address',
  'network',
  'geofenceIds',
  'name',
] as const;

export interface RouteColumns {
  count(): number;
  /** One value a row. It is a view that ends with the rows there are: ask again when more have come. */
  numbers(field: FixedNumber): Float64Array;
  /** The same of an attribute; undefined when no row has a number of that name, NaN where a row has none. */
  attributeNumbers(key: string): Float64Array | undefined;
  /** Names of all attributes that any row has, in the order in which they came. */
  attributeKeys(): readonly string[];
  /** One value without its row: `speed`, `attributes.rpm`; `fixTime` in ms. */
  valueAt(index: number, key: string): unknown;
  /** The row as the API returned it. Throws RangeError beyond the last. */
  rowAt(index: number): RouteRow;
  /** Where a position lies among the rows; −1 for none. */
  indexOfPosition(positionId: number): number;
}

export interface GrowingRouteColumns extends RouteColumns {
  /** Throws SyntaxError for what is no row of a route. */
  push(row: object): void;
}

type Fields = Readonly<Record<string, unknown>>;

/** An attribute's values by row: where one has no number it is NaN, where it has nothing else undefined. */
interface AttributeColumn {
  numbers: Float64Array | null;
  others: unknown[] | null;
}

/** Room for the first rows; it doubles whenever it is full. */
const firstCapacity = 1024;

export function createRouteColumns(): GrowingRouteColumns {
  const fixed = {} as Record<FixedNumber, Float64Array>;
  const others = {} as Record<(typeof fixedOthers)[number], unknown[]>;
  const attributes = new Map<string, AttributeColumn>();
  let capacity = firstCapacity;
  let count = 0;
  for (const key of fixedNumbers) fixed[key] = grown(null, capacity);
  for (const key of fixedOthers) others[key] = [];

  function grow(): void {
    capacity *= 2;
    for (const key of fixedNumbers) fixed[key] = grown(fixed[key], capacity);
  }

  function putAttribute(key: string, value: unknown): void {
    let column = attributes.get(key);
    if (!column) {
      column = { numbers: null, others: null };
      attributes.set(key, column);
    }
    if (typeof value === 'number') {
      if (!column.numbers || column.numbers.length < capacity)
        column.numbers = grown(column.numbers, capacity);
      column.numbers[count] = value;
    } else {
      column.others ??= [];
      column.others[count] = value;
    }
  }

  function attributeAt(key: string, index: number): unknown {
    const column = attributes.get(key);
    const number = column?.numbers?.[index];
    return number === undefined || Number.isNaN(number) ? column?.others?.[index] : number;
  }

  return {
    count: () => count,
    numbers: (field) => fixed[field].subarray(0, count),
    attributeNumbers(key) {
      const column = attributes.get(key);
      if (!column?.numbers) return undefined;
      if (column.numbers.length < count) column.numbers = grown(column.numbers, capacity);
      return column.numbers.subarray(0, count);
    },
    attributeKeys: () => [...attributes.keys()],
    valueAt(index, key) {
      if (key.startsWith(attributePrefix)) return attributeAt(key.slice(attributePrefix.length), index);
      return fixed[key as FixedNumber]?.[index] ?? others[key as (typeof fixedOthers)[number]]?.[index];
    },
    rowAt(index) {
      if (!(index >= 0 && index < count)) throw new RangeError(`there is no row ${index}`);
      const row: Record<string, unknown> = {};
      for (const key of fixedNumbers) row[key] = fixed[key][index];
      for (const key of fixedOthers) if (others[key][index] !== undefined) row[key] = others[key][index];
      const own: Record<string, unknown> = {};
      for (const key of attributes.keys()) {
        const value = attributeAt(key, index);
        if (value !== undefined) own[key] = value;
      }
      const fixTime = new Date(fixed.fixTime[index] ?? 0).toISOString();
      return { ...row, fixTime, attributes: own } as unknown as RouteRow;
    },
    indexOfPosition: (positionId) => fixed.id.subarray(0, count).indexOf(positionId),
    push(row) {
      const fields = row as Fields;
      if (count === capacity) grow();
      for (const key of fixedNumbers) {
        const value = key === 'fixTime' ? Date.parse(String(fields.fixTime)) : fields[key];
        if (typeof value !== 'number' || !Number.isFinite(value))
          throw new SyntaxError(`a row has no ${key}`);
        fixed[key][count] = value;
      }
      for (const key of fixedOthers) others[key][count] = fields[key];
      const own = fields.attributes as Fields | undefined;
      for (const key in own) putAttribute(key, own[key]);
      count++;
    },
  };
}

function grown(before: Float64Array | null, length: number): Float64Array {
  const made = new Float64Array(length).fill(Number.NaN);
  if (before) made.set(before);
  return made;
}
