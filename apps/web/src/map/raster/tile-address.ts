/** Which file of a service holds a tile: pure text, for every grid. */

export interface TileCoordinate {
  readonly zoom: number;
  readonly column: number;
  /** Counted from the north edge of the world; a grid that starts in the middle has negative ones north of it. */
  readonly row: number;
}

/** Rows of a grid that covers the square world. */
export function worldRowFromSouth({ zoom, row }: TileCoordinate): number {
  return 2 ** zoom - 1 - row;
}

/** Rows of a grid whose first lies north of the equator. */
export function equatorRowFromSouth({ row }: TileCoordinate): number {
  return -1 - row;
}

/**
 * A template's address of one tile. Of several hosts (`{s}` for a, b, c; `{a-d}`, `{0-3}`) always the same serves the same
 * tile, so that the browser's cache knows it again.
 */
export function tileAddress(
  template: string,
  tile: TileCoordinate,
  rowFromSouth = worldRowFromSouth,
): string {
  const turn = Math.abs(tile.column + tile.row);
  return template.replace(/\{(?:([a-z0-9])-([a-z0-9])|(-?[a-z]))\}/gi, (whole, first, last, name) => {
    if (first !== undefined) return oneOf(hostsBetween(first, last), turn);
    switch (name) {
      case 'x':
        return String(tile.column);
      case 'y':
        return String(tile.row);
      case '-y':
        return String(rowFromSouth(tile));
      case 'z':
        return String(tile.zoom);
      case 'q':
        return quadkey(tile);
      case 's':
        return oneOf(['a', 'b', 'c'], turn);
      default:
        return whole;
    }
  });
}

/** Bing's name of a tile: one digit a zoom, 0 to 3 for the quarter north-west, north-east, south-west, south-east. */
export function quadkey({ zoom, column, row }: TileCoordinate): string {
  let key = '';
  for (let level = zoom - 1; level >= 0; level--) key += ((column >> level) & 1) + 2 * ((row >> level) & 1);
  return key;
}

function hostsBetween(first: string, last: string): string[] {
  const from = first.charCodeAt(0);
  return Array.from({ length: Math.max(1, last.charCodeAt(0) - from + 1) }, (_, step) =>
    String.fromCharCode(from + step),
  );
}

function oneOf(hosts: readonly string[], turn: number): string {
  return hosts[turn % hosts.length] ?? '';
}
