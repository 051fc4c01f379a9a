import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { Bytes } from '@atalaia/domain/spreadsheet/workbook-stream';
import { withTowns } from '../../../platform/geocoding/towns.ts';
import { csvCell } from '../../../platform/http/csv-cell.ts';
import { geofenceRows } from '../rows/geofence-rows-queries.ts';
import {
  createReportDatabase,
  type ReportDatabase,
  type ReportPools,
} from '../rows/report-database-queries.ts';
import type { ReportRequest } from '../rows/report-request.ts';
import { type RowLimits, refuseTooMany } from '../rows/row-limits.ts';
import { combinedRows, type Presenters, storedRows } from '../rows/stored-rows-queries.ts';
import { summaryRows } from '../rows/summary-rows.ts';
import { type AddressOf, legRows, type ReadAddressOf } from '../rows/trip-and-stop-rows.ts';
import { routeColumns } from '../sheet/route-columns.ts';
import { attributeColumnPrefix, sheetColumns } from '../sheet/sheet-columns.ts';
import { workbookOf } from '../sheet/workbook.ts';

export interface ReportMakerParts {
  readonly pools: ReportPools;
  /** Absent where there is none. */
  readonly replica?: ReportPools | undefined;
  readonly presenters: Presenters;
  readonly limits: RowLimits;
  /** Tells where a position was that has no address stored. */
  readonly readAddressOf: ReadAddressOf;
}

/** A report as bytes: one JSON array, or a spreadsheet. Pieces hold some 64 kB at least, so that few are handed over. */
export async function* reportBytes(
  { pools, replica, presenters, limits, readAddressOf }: ReportMakerParts,
  request: ReportRequest,
  signal: AbortSignal,
): AsyncGenerator<Bytes> {
  const database = createReportDatabase(pools, signal, request.asOfMs === undefined ? undefined : replica);
  const rows = reportRows(database, request, presenters, limits, readAddressOf);
  const bytes = request.isCsv
    ? csvOf(request, rows)
    : request.sheet
      ? workbookOf(request, rows, request.sheet)
      : jsonBytes(rows);
  yield* request.isZipped ? zipped(bytes) : bytes;
}

/**
 * As gzip, so that the server's thread is handed a tenth: what comes from another thread counts as its memory until that is
 * collected, and a month of positions had everything marked and swept in the middle of other answers.
 */
async function* zipped(pieces: AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  // the level of all answers, see `compressAnswers`
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  // what fails ends the loop below
  const whole = pipeline(Readable.from(pieces, { objectMode: false }), gzip).catch(() => undefined);
  try {
    // in memory of its own, which is handed over
    for await (const piece of gzip) yield new Uint8Array(piece as Buffer<ArrayBuffer>);
  } finally {
    // whoever takes no more gives the place of the report to the next one, so what it reads from is to have ended
    gzip.destroy();
    await whole;
  }
}

const leastPieceLength = 65_536;

async function* jsonBytes(rows: AsyncIterable<string>): AsyncGenerator<Bytes> {
  const encoder = new TextEncoder();
  let text = '[';
  let isFirst = true;
  for await (const piece of rows) {
    if (piece === '') continue;
    text += isFirst ? piece : `,${piece}`;
    isFirst = false;
    if (text.length < leastPieceLength) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(`${text}]`);
}

/**
 * The rows of a report as JSON with commas between, in pieces; a piece may be empty. What is on screen, in a spreadsheet
 * and in a mail is made of these. Throws `report-too-large`.
 */
async function* reportRows(
  database: ReportDatabase,
  request: ReportRequest,
  presenters: Presenters,
  limits: RowLimits,
  readAddressOf: ReadAddressOf,
): AsyncGenerator<string> {
  await database.read((client) => refuseTooMany(client, request, limits));
  switch (request.kind) {
    case 'route':
    case 'events':
      yield* placed(storedRows(database, request, presenters), await readAddressOf());
      return;
    case 'geofences':
      yield* geofenceRows(database, request);
      return;
    case 'combined':
      yield* placed(
        request.sheet || request.isCsv
          ? storedRows(database, request, presenters)
          : combinedRows(database, request, presenters),
        await readAddressOf(),
      );
      return;
    case 'trips':
      yield* legRows(database, request, 'trip', readAddressOf);
      return;
    case 'stops':
      yield* legRows(database, request, 'stop', readAddressOf);
      return;
    case 'summary':
      yield* summaryRows(database, request);
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** The rows of a report for programs: the fields of their JSON by their own names, in the columns of the spreadsheet. */
async function* csvOf(
  { kind, columns: chosen }: Pick<ReportRequest, 'kind' | 'columns'>,
  pieces: AsyncIterable<string>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const fields = (chosen ? routeColumns(chosen) : sheetColumns[kind]).map(({ field }) => field);
  const encoder = new TextEncoder();
  // with the first rows, since a refusal comes instead of them
  let before = `${['deviceId', ...fields].join(',')}\r\n`;
  for await (const piece of pieces) {
    const rows = JSON.parse(`[${piece}]`) as Fields[];
    const lines = rows.map((row) =>
      ['deviceId', ...fields].map((field) => csvCell(fieldOf(row, field))).join(','),
    );
    if (lines.length === 0) continue;
    yield encoder.encode(`${before}${lines.join('\r\n')}\r\n`);
    before = '';
  }
  if (before) yield encoder.encode(before);
}

function fieldOf(row: Fields, field: string): unknown {
  if (!field.startsWith(attributeColumnPrefix)) return row[field];
  return (row.attributes as Fields | undefined)?.[field.slice(attributeColumnPrefix.length)];
}

async function* placed(rows: AsyncIterable<string>, nearest: AddressOf): AsyncGenerator<string> {
  for await (const piece of rows) yield withTowns(piece, { nearest });
}
