import { legRows, type ReadAddressOf } from './leg-rows.ts';
import type { ReportDatabase } from './report-database.ts';
import type { ReportRequest } from './report-request.ts';
import { type RowLimits, refuseTooMany } from './row-limits.ts';
import { summaryRows } from './summary-rows.ts';
import { type Presenters, toldRows } from './told-rows.ts';

/**
 * The rows of a report as JSON with commas between, in pieces; a piece may be empty. What is on screen, in a spreadsheet
 * and in a mail is made of these. Throws `report-too-large`.
 */
export async function* reportRows(
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
      yield* toldRows(database, request, presenters);
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
