/** What went wrong in the database, by PostgreSQL's SQLSTATE or the network's code. */

/** The system's words for a server that cannot be reached, or is gone; ENOENT is a socket without a server. */
const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Shut down, crashed, still starting, dropped; too many connections. */
const awayStates: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '57P05', '53300']);

/** What `pg` says without a code, when a connection ends under a query or none can be had in time. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** The database is away: the same work may succeed once it is back. It may also have been committed just before. */
export function isConnectionError(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return networkCodes.has(code) || awayStates.has(code) || code.startsWith('08');
  return error instanceof Error && driverMessages.test(error.message);
}

/** The data itself was refused (out of range, a constraint): the same rows will fail again. */
export function isDataError(error: unknown): boolean {
  return /^2[23]...$/.test(codeOf(error) ?? '');
}

/**
 * The rows may be at fault, or the tables: a row too large (54), something a trigger or function raised (P0, 0A, 21,
 * 44), a right or a column that is missing (42), a failure inside the server (XX). Only trying parts of them tells.
 */
export function mayBeDataError(error: unknown): boolean {
  return /^(0A|21|42|44|54|P0|XX)...$/.test(codeOf(error) ?? '');
}

/** The name of the constraint that refused the data, if one did. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!isDataError(error) || !(error instanceof Error) || !('constraint' in error)) return undefined;
  return typeof error.constraint === 'string' ? error.constraint : undefined;
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
