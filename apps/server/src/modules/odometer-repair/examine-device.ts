import type { Pool } from 'pg';
import { lowestDigest, mendRows, readRows } from './device-rows-queries.ts';
import { createSegmentJudge, type RowKey, type Segment } from './segments.ts';

/** Rows beyond doubt prove nothing from farther away: in that time a vehicle may go any way. */
const neighbourhoodMs = 50 * 86_400_000;

export interface ExamineParts {
  readonly pool: Pick<Pool, 'query'>;
  readonly rowsPerPiece: number;
  /** Leaves the database to others for a while after a piece of work. */
  rest(): Promise<void>;
}

export interface DeviceInDoubt {
  readonly deviceId: number;
  /** Fix times of its first and last row in doubt. */
  readonly firstTime: string;
  readonly lastTime: string;
}

export interface Examined {
  readonly right: number;
  readonly undecided: number;
}

/** Judges every row of the device that is in doubt and mends what is wrong. Undefined when it was stopped. */
export async function examineDevice(
  parts: ExamineParts,
  device: DeviceInDoubt,
  signal: AbortSignal,
): Promise<Examined | undefined> {
  const { pool, rowsPerPiece, rest } = parts;
  const { deviceId } = device;
  const wrong: Segment[] = [];
  const counts = { right: 0, undecided: 0 };
  const judge = createSegmentJudge();
  const note = (segment: Segment | undefined) => {
    if (segment?.verdict === 'wrong') wrong.push(segment);
    else if (segment) counts[segment.verdict] += segment.rows;
  };

  let behind: RowKey = { fixTime: moved(device.firstTime, -neighbourhoodMs), digest: lowestDigest };
  const toTime = moved(device.lastTime, neighbourhoodMs);
  for (let read = rowsPerPiece; read === rowsPerPiece; ) {
    if (signal.aborted) return undefined;
    const rows = await readRows(pool, deviceId, behind, toTime, rowsPerPiece);
    for (const row of rows) note(judge.take(row));
    read = rows.length;
    behind = rows.at(-1) ?? behind;
    await rest();
  }
  note(judge.end());

  for (const { first, last } of wrong) {
    for (let from: RowKey | undefined = first; from; ) {
      if (signal.aborted) return undefined;
      from = (await mendRows(pool, deviceId, from, last, rowsPerPiece)).upTo;
      await rest();
    }
  }
  return counts;
}

function moved(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString();
}
