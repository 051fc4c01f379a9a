/** A column that a spreadsheet of one noun may have: where its values go, and what they must be. */

import { unitSigns } from '@atalaia/domain/units/units';
import type { Language } from '@atalaia/phrases/languages';
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

export type ImportPart = 'customer' | 'device' | 'user';

export interface ImportColumn {
  /** The field in the API's input, attributes after a point; the last part is the column's name. */
  readonly path: string;
  readonly title: PhraseKey;
  readonly kind: ColumnKind;
  readonly required?: boolean;
  /** Required of what is new; what is there already has it. */
  readonly requiredOfNew?: boolean;
  /** Whose column it is, of a sheet in which a row is several. */
  readonly part?: ImportPart;
  /** Characters at most, 255 by default. */
  readonly most?: number;
  readonly choices?: readonly Choice[];
  /** What is stored of a text. */
  readonly tidy?: (text: string) => string;
  /** The value in the example row. */
  readonly example?: string | number | boolean;
}

/** Name of a column in error messages. */
export function columnName({ path, part }: Pick<ImportColumn, 'path' | 'part'>): string {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return part ? `${part}.${name}` : name;
}

const partTitles = {
  customer: 'desk.customer',
  device: 'import.partDevice',
  user: 'import.partUser',
} as const;

/** How a column is called, with the unit of a speed. */
export function columnTitle(column: ImportColumn, { language, speedUnit }: CellReader): string {
  const unit = column.kind === 'speed' ? ` (${unitSigns[speedUnit]})` : '';
  return `${titleIn(language, column)}${unit}`;
}

/** `Cliente: Nome` where a row is several, else `Nome`. */
export function titleIn(language: Language, { title, part }: Pick<ImportColumn, 'title' | 'part'>): string {
  return part ? `${say(language, partTitles[part])}: ${say(language, title)}` : say(language, title);
}
