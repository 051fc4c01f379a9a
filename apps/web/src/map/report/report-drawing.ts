/** What a report puts on the map. Places are WGS84 degrees, one value a place; a row is its index in the report. */

/** A way; `starts` are the indices at which it begins again (another device), the first of them 0. */
export interface ReportRoute {
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  readonly starts: readonly number[];
}

/** `point` is one position of many, left out where it would be on another. */
export const markKinds = ['point', 'start', 'end', 'stop', 'event'] as const;

export type MarkKind = (typeof markKinds)[number];

/** Marks that stand for rows, one value a mark. */
export interface ReportMarks {
  readonly rows: Int32Array;
  /** Places in `markKinds`. */
  readonly kinds: Uint8Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

export interface ReportDrawing {
  readonly way: ReportRoute | null;
  readonly marks: ReportMarks | null;
}

/** The place of the active row. */
export interface ReportHighlight {
  readonly latitude: number;
  readonly longitude: number;
  /** Degrees clockwise from north; null where none is known. */
  readonly course: number | null;
}

/** The report's part of the map. */
export interface ReportMap {
  /** In the place of what was drawn before; null takes all of it away. */
  show(drawing: ReportDrawing | null): void;
  /** The way of the active row, over the others; null for none. */
  showRoute(way: ReportRoute | null): void;
  /** Rings a place, and brings it into view when it is not; null for none. */
  highlight(place: ReportHighlight | null): void;
  /** Moves the view so that all that is drawn can be seen; nothing moves while nothing is. */
  fit(): void;
  /** A mark was clicked: called with its row. Gives the way to stop. */
  onPick(listener: (row: number) => void): () => void;
}
