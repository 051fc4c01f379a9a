/**
 * The rows of a route, one column a field: a hundred thousand of them are some typed arrays and not as many objects, and a
 * line, a chart or a sort reads only what it needs. Speeds are knots, distances metres, times ms since 1970 UTC.
 */
import type { RouteRow } from '@atalaia/contract/report-rows';

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

/** A column's values by row; where a row has no number it is NaN, where it has nothing else undefined. */
interface Column {
  numbers: Float64Array | null;
  others: unknown[] | null;
}

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
  /** The row as the API told it. Throws RangeError beyond the last. */
  rowAt(index: number): RouteRow;
  /** Where a position lies among the rows; −1 for none. */
  indexOfPosition(positionId: number): number;
}

export interface GrowingRouteColumns extends RouteColumns {
  /** Throws SyntaxError for what is no row of a route. */
  push(row: object): void;
}

type Fields = Readonly<Record<string, unknown>>;

export function createRouteColumns(): GrowingRouteColumns {
  const fixed = new Map<string, Column>();
  const texts = new Map<string, Column>();
  const attributes = new Map<string, Column>();
  let capacity = 1024;
  let count = 0;

  function columnOf(columns: Map<string, Column>, key: string): Column {
    const known = columns.get(key);
    if (known) return known;
    const made: Column = { numbers: null, others: null };
    columns.set(key, made);
    return made;
  }

  function put(column: Column, value: unknown): void {
    if (typeof value === 'number') {
      if (!column.numbers || column.numbers.length < capacity)
        column.numbers = grown(column.numbers, capacity);
      column.numbers[count] = value;
    } else {
      column.others ??= [];
      column.others[count] = value;
    }
  }

  function read({ numbers, others }: Column, index: number): unknown {
    const number = numbers?.[index];
    return number === undefined || Number.isNaN(number) ? others?.[index] : number;
  }

  const viewOf = ({ numbers }: Column) => {
    if (numbers && numbers.length >= count) return numbers.subarray(0, count);
    return grown(numbers, count).subarray(0, count);
  };

  return {
    count: () => count,
    numbers: (field) => viewOf(columnOf(fixed, field)),
    attributeNumbers(key) {
      const column = attributes.get(key);
      return column?.numbers ? viewOf(column) : undefined;
    },
    attributeKeys: () => [...attributes.keys()],
    valueAt(index, key) {
      const column = key.startsWith(attributePrefix)
        ? attributes.get(key.slice(attributePrefix.length))
        : (fixed.get(key) ?? texts.get(key));
      return column && read(column, index);
    },
    rowAt(index) {
      if (!(index >= 0 && index < count)) throw new RangeError(`there is no row ${index}`);
      const row: Record<string, unknown> = {};
      for (const [key, column] of texts) row[key] = read(column, index);
      for (const [key, column] of fixed) row[key] = read(column, index);
      row.fixTime = new Date(Number(row.fixTime)).toISOString();
      const own: Record<string, unknown> = {};
      for (const [key, column] of attributes) {
        const value = read(column, index);
        if (value !== undefined) own[key] = value;
      }
      return { ...row, attributes: own } as unknown as RouteRow;
    },
    indexOfPosition: (positionId) => viewOf(columnOf(fixed, 'id')).indexOf(positionId),
    push(row) {
      const { attributes: own, ...fields } = row as Fields;
      const numbers = checked(fields);
      if (count === capacity) capacity *= 2;
      for (const key of fixedNumbers) put(columnOf(fixed, key), numbers[key]);
      for (const key in fields) if (!(key in numbers)) put(columnOf(texts, key), fields[key]);
      if (typeof own === 'object' && own !== null)
        for (const [key, value] of Object.entries(own)) put(columnOf(attributes, key), value);
      count++;
    },
  };
}

/** The numbers without which a row can neither be shown nor drawn. */
function checked(fields: Fields): Record<FixedNumber, number> {
  const numberOf = (key: FixedNumber): number => {
    const value = key === 'fixTime' ? Date.parse(String(fields.fixTime)) : fields[key];
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new SyntaxError(`a row has no ${key}`);
    return value;
  };
  return {
    id: numberOf('id'),
    deviceId: numberOf('deviceId'),
    fixTime: numberOf('fixTime'),
    latitude: numberOf('latitude'),
    longitude: numberOf('longitude'),
    speed: numberOf('speed'),
    course: numberOf('course'),
    altitude: numberOf('altitude'),
    accuracy: numberOf('accuracy'),
  };
}

function grown(before: Float64Array | null, length: number): Float64Array {
  const made = new Float64Array(length).fill(Number.NaN);
  if (before) made.set(before.length > length ? before.subarray(0, length) : before);
  return made;
}
