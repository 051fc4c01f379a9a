/** The place of a column in the file, and its heading there. */
export interface ColumnPlace {
  readonly heading: string;
  /** `C` of `C7`; null for a column that the file does not have. */
  readonly letter: string | null;
}

export type ColumnPlaces = Readonly<Record<string, ColumnPlace>>;
