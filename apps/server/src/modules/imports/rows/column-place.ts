/** Where a column stands in the file, and how it is called there. */
export interface ColumnPlace {
  readonly heading: string;
  /** `C` of `C7`. */
  readonly letter: string;
}

export type ColumnPlaces = Readonly<Record<string, ColumnPlace>>;
