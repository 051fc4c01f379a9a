import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import type { CallOutLine } from '@atalaia/contract/sinisters/call-out';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { formatInstant } from '@atalaia/domain/time/dates';
import { type Language, languageNamed } from '@atalaia/phrases/languages';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { say } from '@atalaia/phrases/say';
import { csvCell } from '../../platform/http/csv-cell.ts';
import type { Caller } from '../../visibility/caller.ts';

interface CsvReader {
  readonly language: Language;
  readonly timezone: string;
}

export function readerOf({ user }: Pick<Caller, 'user'>, server: PublicServerSettings): CsvReader {
  const attributes = user.attributes as Readonly<Record<string, unknown>>;
  const { timezone } = resolveSettings(server, attributes);
  return { language: languageNamed(attributes.language), timezone };
}

type Column = readonly [PhraseKey, (line: CallOutLine, reader: CsvReader) => string | number | null];

const instant = (at: string | null, { timezone }: CsvReader) =>
  at && formatInstant(Date.parse(at), 'panel', timezone);

/** The same as the spreadsheet's. */
const columns: readonly Column[] = [
  ['callOut.case', ({ number }) => number],
  ['sinister.plate', ({ plate }) => plate],
  ['responder.name', ({ name }) => name],
  ['responder.phone', ({ phone }) => phone],
  ['callOut.state', ({ state }, { language }) => say(language, `callOutState.${state}`)],
  ['callOut.createdAt', ({ createdAt }, reader) => instant(createdAt, reader)],
  ['callOut.createdBy', ({ createdBy }) => createdBy],
  ['callOut.approvedBy', ({ approvedBy }) => approvedBy],
  ['callOut.onTheWayAt', ({ onTheWayAt }, reader) => instant(onTheWayAt, reader)],
  ['callOut.onSiteAt', ({ onSiteAt }, reader) => instant(onSiteAt, reader)],
  ['callOut.endedAt', ({ endedAt }, reader) => instant(endedAt, reader)],
  ['callOut.km', ({ km }) => km],
  ['callOut.cost', ({ costCents }) => (costCents === null ? null : (costCents / 100).toFixed(2))],
];

/** Semicolons and a byte-order mark, as spreadsheet programs of Brazil open it; numbers with the language's comma. */
export function csvOfCallOuts(lines: readonly CallOutLine[], reader: CsvReader): string {
  const { language } = reader;
  const cell = (value: string | number | null, isNumber: boolean) => {
    if (value === null || !isNumber) return csvCell(value);
    return language === 'pt-BR' ? String(value).replace('.', ',') : String(value);
  };
  const head = columns.map(([title]) => cell(say(language, title), false)).join(';');
  const rows = lines.map((line) =>
    columns
      .map(([title, value]) => cell(value(line, reader), title === 'callOut.km' || title === 'callOut.cost'))
      .join(';'),
  );
  return `\uFEFF${[head, ...rows].join('\r\n')}\r\n`;
}
