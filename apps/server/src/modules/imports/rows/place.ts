/** The place of a column in the file, and its heading there. */
export interface ColumnPlace {
  readonly heading: string;
  /** `C` of `C7`; null for a column that the file does not have. */
  readonly letter: string | null;
}

export type ColumnPlaces = Readonly<Record<string, ColumnPlace>>;

/** So much of a value is shown. */
const shownLength = 100;

/** Where something was found, as it is shown. */
export function placeOf(places: ColumnPlaces, row: number, column: string | null, value: string) {
  const place = column === null ? undefined : places[column];
  return {
    row,
    column,
    heading: place?.heading ?? null,
    cell: place?.letter ? `${place.letter}${row}` : null,
    value: value.slice(0, shownLength).toWellFormed().replaceAll('\0', ''),
  };
}
