import type { Dependent, DependentKind } from '@atalaia/contract/dependents';
import type { CellTexts } from '../../../resources/resource.ts';

/** So many names are read; the others are counted. */
const mostRead = 6;

/** Where names that are words of the API are translated. */
const translated: Partial<Readonly<Record<DependentKind, string>>> = {
  alarm: 'alarm',
  notification: 'eventType',
  waitingCommand: 'commandType',
};

/** What of one kind hangs on a thing: "20 dispositivos". */
export function countText(
  { kind, count, named }: Dependent,
  { text, formats }: Pick<CellTexts, 'text' | 'formats'>,
): string {
  if (kind !== 'history') return text(`dependent.${kind}`, { count });
  const since = named[0]?.name;
  return text('dependent.history', { date: since ? formats.dateTime(since) : '' });
}

/** What they are called: "Gol, Onix e mais 18"; '' for what has no names of its own. */
export function namesText(
  { kind, count, named }: Dependent,
  { text, textOr }: Pick<CellTexts, 'text' | 'textOr'>,
): string {
  if (kind === 'history' || kind === 'token') return '';
  const area = translated[kind];
  const names = named.map(({ name }) => (area ? textOr(`${area}.${name}`, name) : name)).filter(Boolean);
  // of many alarms that are called alike one name is enough
  if (area) return [...new Set(names)].slice(0, mostRead).join(', ');
  const read = names.slice(0, mostRead).join(', ');
  const others = read === '' ? 0 : count - Math.min(names.length, mostRead);
  return others > 0 ? `${read} ${text('dependent.others', { count: others })}` : read;
}
