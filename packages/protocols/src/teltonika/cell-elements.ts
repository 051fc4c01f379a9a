import type { PositionDraft } from '../position-draft.ts';

/** GSM cell 205 (or 636 for LTE), area 206, operator 241 as country and network in one number. */
const ids = Object.freeze({ gsmCell: 'io205', area: 'io206', lteCell: 'io636' });

function take(draft: PositionDraft, key: string): number | undefined {
  const value = draft.attributes[key];
  delete draft.attributes[key];
  return typeof value === 'number' ? value : undefined;
}

/** Country code and network code of an operator number such as 72405 or 310260. */
function operatorOf(code: unknown): { mobileCountryCode: number; mobileNetworkCode: number } | undefined {
  if (typeof code !== 'string' || !/^\d{5,6}$/.test(code)) return undefined;
  return { mobileCountryCode: Number(code.slice(0, 3)), mobileNetworkCode: Number(code.slice(3)) };
}

/** Moves the cell's elements from the attributes into the network, when they make a whole cell. */
export function setNetwork(draft: PositionDraft): void {
  const { attributes } = draft;
  const operator = operatorOf(attributes.operator);
  const wide = attributes[ids.lteCell] !== undefined;
  if (!operator || attributes[ids.area] === undefined) return;
  if (attributes[ids.gsmCell] === undefined && !wide) return;
  const locationAreaCode = take(draft, ids.area) ?? 0;
  const gsmCellId = take(draft, ids.gsmCell);
  const cellId = take(draft, ids.lteCell) ?? gsmCellId ?? 0;
  if (cellId === 0) return;
  draft.network = {
    radioType: wide ? 'lte' : 'gsm',
    cellTowers: [{ ...operator, locationAreaCode, cellId }],
  };
}
