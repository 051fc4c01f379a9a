import type { Position } from '@atalaia/contract/devices/position';
import { type OrderedFix, takesPlace } from '@atalaia/domain/travel/fix-order';

/** Whether a position takes another's place (`takesPlace`). */
export function isNewer(position: Position, than: Position | undefined): boolean {
  if (!than) return true;
  return takesPlace(orderOf(position), orderOf(than));
}

function orderOf({ id, fixTime, serverTime }: Position): OrderedFix {
  return { positionId: id, fixTimeMs: Date.parse(fixTime), receivedMs: Date.parse(serverTime) };
}
