/**
 * Reports of networks alone, for trackers without a fix: GTGSM (six neighbours and the serving cell: country, network, area,
 * cell, strength, reserved), GTLBS with the same cells, GTWIF (number, then address, dBm and reserved fields, and the battery
 * as the last field). A cell's strength is the RX level, dBm above −110.
 * Source: GL300 1.02, +RESP:GTGSM; github.com/traccar/traccar Gl200TextProtocolDecoder (GTWIF, GTLBS).
 */
import type { CellTower, WifiAccessPoint } from '../decoded-position.ts';
import { integerIn } from '../field-text.ts';
import type { PositionDraft } from '../position-draft.ts';
import { cellAt, networkOf, wifiAt } from './location-group.ts';
import { setPercent } from './report-tail.ts';
import type { TextMessage } from './text-message.ts';

export const cellKinds: ReadonlySet<string> = new Set(['GSM', 'LBS', 'WIF', 'GIR', 'CEL']);

/** dBm of RX level 0. */
const leastStrength = -110;

function strengthIn(field: string | undefined): number | undefined {
  const level = integerIn(field);
  return level !== undefined && level <= 63 ? leastStrength + level : undefined;
}

export function readCellReport({ kind, fields, from, end }: TextMessage, draft: PositionDraft): void {
  const cells: CellTower[] = [];
  const points: WifiAccessPoint[] = [];
  for (let at = Math.min(from, 3); at < end; at += 1) {
    const cell = cellAt(fields, at, end);
    const point = wifiAt(fields, at);
    if (cell) {
      const signalStrength = at + 4 < end ? strengthIn(fields[at + 4]) : undefined;
      cells.push(signalStrength === undefined ? cell : { ...cell, signalStrength });
      at += 4;
    } else if (point) {
      points.push(point);
      at += 1;
    }
  }
  const network = networkOf(cells, points);
  if (network) draft.network = network;
  if (kind === 'WIF') setPercent(draft.attributes, 'batteryLevel', fields[end - 1]);
  if (kind === 'LBS') setPercent(draft.attributes, 'batteryLevel', fields[from + 2]);
}
