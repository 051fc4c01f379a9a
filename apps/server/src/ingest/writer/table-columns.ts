import { binaryArray, type ElementType } from '../../platform/db/binary-array.ts';

/** One column of a table and where its value comes from. */
export interface Column<Row> {
  readonly name: string;
  readonly type: string;
  /** The column of all rows, as one parameter. */
  parameter(rows: readonly Row[]): Buffer;
}

export function column<Row, Value>(
  name: string,
  type: ElementType<Value>,
  from: (row: Row) => Value | null,
): Column<Row> {
  return { name, type: type.name, parameter: (rows) => binaryArray(type, rows.map(from)) };
}

/** `INSERT INTO table (…) SELECT * FROM unnest($first::type[], …)`. */
export function insertOf<Row>(
  table: string,
  columns: readonly Column<Row>[],
  firstParameter: number,
): string {
  const names = columns.map(({ name }) => name).join(', ');
  return `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arraysOf(columns, firstParameter)})`;
}

/** `unnest($first::type[], …) AS alias (name, …)`. */
export function rowsOf<Row>(alias: string, columns: readonly Column<Row>[], firstParameter: number): string {
  const names = columns.map(({ name }) => name).join(', ');
  return `unnest(${arraysOf(columns, firstParameter)}) AS ${alias} (${names})`;
}

function arraysOf<Row>(columns: readonly Column<Row>[], firstParameter: number): string {
  return columns.map(({ type }, index) => `$${firstParameter + index}::${type}[]`).join(', ');
}

/** The parameters of `insertOf`, in order. */
export function parametersOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Buffer[] {
  return columns.map(({ parameter }) => parameter(rows));
}
