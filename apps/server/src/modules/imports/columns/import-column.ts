/** A column that a spreadsheet of one noun may have: where its values go, and what they must be. */

import { unitSigns } from '@atalaia/domain/units/units';
import type { PhraseKey } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import type { CellReader } from '../cells/cell-value.ts';

/**
 * - `speed`: in the unit its heading names, else in the person's.
 * - `choice`: one of `choices`, by its value or by its name in either language.
 * - `date`: in the person's zone.
 * - `group`, `customer`: another row by its name; a customer by his document too.
 * - `document`: CPF or CNPJ. A cell that holds it as a number has lost its zeros: they are put back.
 */
export type ColumnKind =
  | 'text'
  | 'long-text'
  | 'number'
  | 'year'
  | 'speed'
  | 'flag'
  | 'choice'
  | 'timezone'
  | 'date'
  | 'day'
  | 'group'
  | 'customer'
  | 'document';

export interface Choice {
  readonly value: string;
  readonly name: PhraseKey;
}

export interface ImportColumn {
  /** The field in the API's input, attributes after a point; the last part is the column's name. */
  readonly path: string;
  readonly title: PhraseKey;
  readonly kind: ColumnKind;
  readonly required?: boolean;
  /** Characters at most, 255 by default. */
  readonly most?: number;
  readonly choices?: readonly Choice[];
  /** What is stored of a text. */
  readonly tidy?: (text: string) => string;
  /** The value in the example row. */
  readonly example?: string | number | boolean;
}

/** Name of a column in error messages. */
export function columnName({ path }: Pick<ImportColumn, 'path'>): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** How a column is called, with the unit of a speed. */
export function columnTitle({ title, kind }: ImportColumn, { language, speedUnit }: CellReader): string {
  const unit = kind === 'speed' ? ` (${unitSigns[speedUnit]})` : '';
  return `${say(language, title)}${unit}`;
}
