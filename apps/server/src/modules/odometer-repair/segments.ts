/**
 * Which odometers of a device were read in the wrong base (`docs/operations.md`). A row is in doubt when the hexadecimal
 * digits of its metres are eight decimal ones: it may have been sent as these digits, or be right by chance. Rows in doubt
 * that follow each other are judged together, by their neighbours beyond doubt and by the way that the server counted itself.
 */

/** Where a row stands among those of its device. */
export interface RowKey {
  readonly fixTime: string;
  readonly digest: string;
}

export interface OdometerRow extends RowKey {
  /** As stored. */
  readonly metres: number;
  /** Read in the other base; null for a row beyond doubt. */
  readonly rereadMetres: number | null;
  /** What the server had counted of the way by then; null where it counted nothing. */
  readonly wayMetres: number | null;
}

type Doubtful = OdometerRow & { readonly rereadMetres: number };

export interface Segment {
  readonly verdict: 'wrong' | 'right' | 'undecided';
  readonly first: RowKey;
  readonly last: RowKey;
  readonly rows: number;
}

export interface SegmentJudge {
  /** The device's rows, in order of their keys. Returns the segment that ends before this one. */
  take(row: OdometerRow): Segment | undefined;
  end(): Segment | undefined;
}

const fastestMetresPerMs = 200 / 3600;
/** Two rows of one second come in any order, and a tracker counts a way that no position shows. */
const slackMetres = 2_000;
const backMetres = 1_000;

/** A way that decides: in it the two readings differ by more than threefold. */
const tellingMetres = 2_000;
const likelyRatio = { least: 0.67, most: 1.5 };

interface Open {
  readonly before: OdometerRow | undefined;
  readonly first: Doubtful;
  last: Doubtful;
  rows: number;
  /** The way, by the server's count and by both readings, where all are reported. */
  way: number;
  asStored: number;
  asReread: number;
}

export function createSegmentJudge(): SegmentJudge {
  let before: OdometerRow | undefined;
  let open: Open | undefined;

  const close = (after: OdometerRow | undefined): Segment | undefined => {
    if (!open) return undefined;
    const { first, last, rows } = open;
    const segment = { verdict: verdictOf(open, after), first, last, rows };
    open = undefined;
    return segment;
  };

  return {
    take(row) {
      if (!isDoubtful(row)) {
        const closed = close(row);
        before = row;
        return closed;
      }
      if (open && isPossible(open.last.rereadMetres, row.rereadMetres, msBetween(open.last, row))) {
        extend(open, row);
        return undefined;
      }
      // another tracker, or one that was reset: what came before says nothing of it
      const closed = close(undefined);
      open = { before, first: row, last: row, rows: 1, way: 0, asStored: 0, asReread: 0 };
      before = undefined;
      return closed;
    },
    end: () => close(undefined),
  };
}

function isDoubtful(row: OdometerRow): row is Doubtful {
  return row.rereadMetres !== null;
}

function extend(open: Open, row: Doubtful): void {
  const { last } = open;
  if (last.wayMetres !== null && row.wayMetres !== null) {
    const way = row.wayMetres - last.wayMetres;
    // a person may have set the count
    if (isPossible(last.wayMetres, row.wayMetres, msBetween(last, row))) {
      open.way += way;
      open.asStored += row.metres - last.metres;
      open.asReread += row.rereadMetres - last.rereadMetres;
    }
  }
  open.last = row;
  open.rows += 1;
}

/** What speaks for one reading alone decides, unless something else speaks for the other one alone. */
function verdictOf(segment: Open, after: OdometerRow | undefined): Segment['verdict'] {
  const { before, first, last } = segment;
  const votes = new Set([
    before && voteOf((metres) => isPossible(before.metres, metres, msBetween(before, first)), first),
    after && voteOf((metres) => isPossible(metres, after.metres, msBetween(last, after)), last),
    voteOfWay(segment),
  ]);
  if (votes.has('wrong') === votes.has('right')) return 'undecided';
  return votes.has('wrong') ? 'wrong' : 'right';
}

function voteOf(fits: (metres: number) => boolean, { metres, rereadMetres }: Doubtful) {
  const [asStored, asReread] = [fits(metres), fits(rereadMetres)];
  if (asStored === asReread) return undefined;
  return asReread ? 'wrong' : 'right';
}

function voteOfWay({ way, asStored, asReread }: Open) {
  if (asReread < tellingMetres || way < tellingMetres / 2) return undefined;
  const fits = (metres: number) => metres >= way * likelyRatio.least && metres <= way * likelyRatio.most;
  if (fits(asStored) === fits(asReread)) return undefined;
  return fits(asReread) ? 'wrong' : 'right';
}

function isPossible(fromMetres: number, toMetres: number, ms: number): boolean {
  const metres = toMetres - fromMetres;
  return metres >= -backMetres && metres <= ms * fastestMetresPerMs + slackMetres;
}

function msBetween(from: RowKey, to: RowKey): number {
  return Date.parse(to.fixTime) - Date.parse(from.fixTime);
}
