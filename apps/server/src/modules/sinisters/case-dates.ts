import { fieldRefusal } from '../../errors/app-error.ts';

/** A caller's clock may run ahead of ours by this. */
const aheadMs = 10 * 60_000;
const earliestMs = Date.UTC(2000, 0, 1);

/**
 * What a case describes has happened: a date ahead, or of long ago, is a slip of the hand. One far ahead would let the case
 * never be closed. Throws a 400 on its field.
 */
export function requireHappened(path: string, instant: string, nowMs = Date.now()): void {
  const atMs = Date.parse(instant);
  if (atMs >= earliestMs && atMs <= nowMs + aheadMs) return;
  throw fieldRefusal('invalid-input', { path, message: 'must lie between the year 2000 and now' });
}
