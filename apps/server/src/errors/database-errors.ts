/** What went wrong in the database, by PostgreSQL's SQLSTATE or the network's code. */

/**
 * An entry of the batch could not be worked out, or not be put into the form its table takes: a mistake of ours, met by data
 * we did not think of. Nothing was written.
 */
export class PlanFailed extends Error {
  override readonly name = 'PlanFailed';
}

/** More numbers of rows were taken than were reserved. */
export class NumbersExhausted extends RangeError {
  override readonly name = 'NumbersExhausted';
}

/** The batch was refused: the states of these devices were written by somebody else after they were read. */
export class StaleStates extends Error {
  override readonly name = 'StaleStates';
  readonly deviceIds: readonly number[];

  constructor(deviceIds: readonly number[]) {
    super(`the states of ${deviceIds.length} devices changed meanwhile`);
    this.deviceIds = deviceIds;
  }
}

/** The batch was refused: these positions of it, by number, were stored before. */
export class StoredBefore extends Error {
  override readonly name = 'StoredBefore';
  readonly positionIds: readonly number[];

  constructor(positionIds: readonly number[]) {
    super(`${positionIds.length} positions were stored before`);
    this.positionIds = positionIds;
  }
}

/** The system's words for a server that cannot be reached, or no longer exists; ENOENT is a socket without a server. */
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

/** Shut down, crashed, still starting, dropped; too many connections; a server that only reads, as after a failover. */
const awayStates: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006']);

/** Serialization failure, deadlock. */
const conflictStates: ReadonlySet<string> = new Set(['40001', '40P01']);

/** What `pg` says without a code, when a connection ends under a query or none can be had in time. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired$|Client has encountered a connection error|Client was closed)/;

/** PostgreSQL's for a full disk, and the system's own, of a quota too. */
const spaceCodes: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** What the system says behind PostgreSQL's general codes of a failed file or of its inside. */
const spaceMessages = /No space left on device|Disk quota exceeded/;

/** The database is away: the same work may succeed once it is back. It may also have been committed just before. */
export function isConnectionError(error: unknown): boolean {
  if (isPanic(error)) return true;
  const code = codeOf(error);
  if (code !== undefined) return networkCodes.has(code) || awayStates.has(code) || code.startsWith('08');
  return error instanceof Error && driverMessages.test(error.message);
}

/** Two transactions were in each other's way, and this one was rolled back: the same work may succeed at once. */
export function isConflict(error: unknown): boolean {
  return conflictStates.has(codeOf(error) ?? '');
}

/** Somebody else's lock stood in the way for as long as was allowed. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** There is no room on the disk: the same work may succeed once there is. */
export function isOutOfSpace(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return spaceCodes.has(code) || (/^(58|XX)...$/.test(code) && spaceMessages.test(String(error)));
}

/** The contract's code for an error that is the database's and passes by itself; undefined of any other. */
export function passingCode(error: unknown): 'no-space' | 'not-ready' | undefined {
  if (isOutOfSpace(error)) return 'no-space';
  return isConnectionError(error) ? 'not-ready' : undefined;
}

/** The server goes down with this error (a write-ahead log that cannot be written) and comes back; see above. */
function isPanic(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'PANIC';
}

/** The data itself was refused (out of range, a constraint): the same rows will fail again. */
export function isDataError(error: unknown): boolean {
  return /^2[23]...$/.test(codeOf(error) ?? '');
}

/**
 * The rows may be at fault, or the tables: a row too large (54), something a trigger or function raised (P0, 21, 44), a
 * failure inside the server (XX). Only trying parts of them shows which. A table, column or right that is missing (42), or a
 * statement that is not supported (0A), never is the rows' fault: while servers of two releases run side by side good rows
 * would be taken for bad ones.
 */
export function mayBeDataError(error: unknown): boolean {
  if (isConnectionError(error) || isOutOfSpace(error)) return false;
  return /^(21|44|54|P0|XX)...$/.test(codeOf(error) ?? '');
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

/**
 * The database cannot be used as it is, and trying again will not help: another program holds it, it was made by
 * another version, it belongs to somebody else. The message says what to do. The server prints it and exits with 2.
 */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}
