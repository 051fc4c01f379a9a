import type { CallOutLine } from '@atalaia/contract/sinisters/call-out';
import { languageNamed } from '@atalaia/phrases/languages';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { say } from '@atalaia/phrases/say';

const columns: readonly [PhraseKey, (line: CallOutLine) => string | number | null][] = [
  ['callOut.case', ({ number }) => number],
  ['sinister.plate', ({ plate }) => plate],
  ['responder.name', ({ name }) => name],
  ['responder.phone', ({ phone }) => phone],
  ['callOut.createdAt', ({ createdAt }) => createdAt],
  ['callOut.createdBy', ({ createdBy }) => createdBy],
  ['callOut.approvedBy', ({ approvedBy }) => approvedBy],
  ['callOut.onTheWayAt', ({ onTheWayAt }) => onTheWayAt],
  ['callOut.onSiteAt', ({ onSiteAt }) => onSiteAt],
  ['callOut.endedAt', ({ endedAt }) => endedAt],
  ['callOut.km', ({ km }) => km],
  ['callOut.cost', ({ costCents }) => (costCents === null ? null : (costCents / 100).toFixed(2))],
];

/** Semicolons and a byte-order mark, as spreadsheet programs of Brazil open it; numbers with the language's comma. */
export function csvOfCallOuts(
  lines: readonly CallOutLine[],
  attributes: Readonly<Record<string, unknown>>,
): string {
  const language = languageNamed(attributes.language);
  const cell = (value: string | number | null, isNumber: boolean) => {
    if (value === null) return '';
    const text = isNumber && language === 'pt-BR' ? String(value).replace('.', ',') : String(value);
    // what begins like a formula would be one
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const head = columns.map(([title]) => cell(say(language, title), false)).join(';');
  const rows = lines.map((line) =>
    columns
      .map(([title, value]) => cell(value(line), title === 'callOut.km' || title === 'callOut.cost'))
      .join(';'),
  );
  return `\uFEFF${[head, ...rows].join('\r\n')}\r\n`;
}
