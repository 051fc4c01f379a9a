import { unitSigns } from '@atalaia/domain/units/units';
import { say } from '@atalaia/phrases/say';
import type { CellReader } from '../cells/cell-reading.ts';
import type { ImportColumn } from './import-column.ts';

/** How a column is called, with the unit of a speed. */
export function columnTitle({ title, kind }: ImportColumn, { language, speedUnit }: CellReader): string {
  const unit = kind === 'speed' ? ` (${unitSigns[speedUnit]})` : '';
  return `${say(language, title)}${unit}`;
}
