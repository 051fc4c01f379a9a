import type { Linkable, LinkableKind } from '@atalaia/contract/accounts/linkable';
import type { PermissionOwner } from '@atalaia/contract/accounts/permission';
import type { Dependent, DependentKind } from '@atalaia/contract/dependents';
import { mdiAccountMultipleOutline, mdiSitemapOutline } from '@mdi/js';
import type { Person } from '../../../lib/session/session-store.ts';
import type { TextsState } from '../../../lib/texts/texts.ts';
import type { LinkOrigin, LinkOwnerRow, NounTexts } from '../../../resources/noun-texts.ts';
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

export const nounTexts: NounTexts = {
  nameOf: nameOfLinkable,
  detailOf: (kind) =>
    kind === 'calendar' ? undefined : (row, labels) => detailOfLinkable(kind, row, labels),
  originOf,
  mayLink,
  countOf: countText,
  namesOf: namesText,
};

/** What links are called on the screen (PERM-01), and who may change them. */
type Labels = Pick<TextsState, 'text' | 'textOr'>;

/** A notification is called by its type, a saved command without a description by its type too. */
export function nameOfLinkable(
  kind: LinkableKind,
  { name, detail }: Linkable,
  { text, textOr }: Labels,
): string {
  if (kind === 'notification') return textOr(`eventType.${name}`, name);
  if (kind === 'command' && name === '') return textOr(`commandType.${detail}`, detail ?? '');
  return name || text('value.missing');
}

/** What distinguishes it from another of the same name. */
export function detailOfLinkable(kind: LinkableKind, { detail }: Linkable, { textOr }: Labels): string {
  if (detail === null) return '';
  if (kind === 'command') return textOr(`commandType.${detail}`, detail);
  if (kind === 'maintenance') return textOr(`attribute.${detail}`, detail);
  if (kind !== 'notification') return detail;
  return detail
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean)
    .map((key) => textOr(`alarm.${key}`, textOr(`notificator.${key}`, key)))
    .join(', ');
}

/** From where an owner has it without a link of its own. */
export function originOf({ inherited }: Linkable, { text }: Pick<Labels, 'text'>): LinkOrigin | undefined {
  if (!inherited) return undefined;
  const { from, name } = inherited;
  if (from === 'group') {
    const label = name === null ? text('permission.fromSomeGroup') : text('permission.fromGroup', { name });
    return { icon: mdiSitemapOutline, label };
  }
  const label =
    name === null ? text('permission.fromSomeCustomer') : text('permission.fromCustomer', { name });
  return { icon: mdiAccountMultipleOutline, label };
}

/**
 * The API's own rule (ROLE-05, ROLE-06). Only an administrator changes the links of an administrator, or a user's own
 * links to devices, groups and users. Who is limited to saved commands links none.
 */
export function mayLink(
  person: Pick<Person, 'id' | 'administrator' | 'readonly' | 'limitCommands'>,
  owner: PermissionOwner,
  row: LinkOwnerRow,
  kind: LinkableKind,
): boolean {
  if (person.administrator) return true;
  if (person.readonly || (kind === 'command' && person.limitCommands)) return false;
  if (owner !== 'userId') return true;
  const isOwn = row.id === person.id && (kind === 'device' || kind === 'group' || kind === 'user');
  return !row.administrator && !isOwn;
}
