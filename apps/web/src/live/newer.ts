import type { Position } from '@atalaia/contract/devices/position';

/**
 * Whether a position takes another's place: its fix is later, or as late with a number that is not smaller. The same
 * number comes again when its address is found.
 */
export function isNewer(position: Position, than: Position | undefined): boolean {
  if (!than) return true;
  const differenceMs = Date.parse(position.fixTime) - Date.parse(than.fixTime);
  return differenceMs > 0 || (differenceMs === 0 && position.id >= than.id);
}
