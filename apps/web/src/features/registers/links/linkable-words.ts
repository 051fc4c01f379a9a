import type { Linkable, LinkableKind } from '@atalaia/contract/linkable';
import type { TextsState } from '../../../lib/texts/texts.ts';

type Words = Pick<TextsState, 'text' | 'textOr'>;

/** What a thing is called: notifications and saved commands without a description by their type in words. */
export function nameOfLinkable(
  kind: LinkableKind,
  { name, detail }: Linkable,
  { text, textOr }: Words,
): string {
  if (kind === 'notification') return textOr(`eventType.${name}`, name);
  if (kind === 'command' && name === '') return textOr(`commandType.${detail}`, detail ?? '');
  return name || text('value.missing');
}

/** What tells it from another of that name, in words. */
export function detailOfLinkable(kind: LinkableKind, { detail }: Linkable, { textOr }: Words): string {
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

/** From where an owner has it without a link of his own. */
export function inheritanceOf({ inherited }: Linkable, { text }: Pick<Words, 'text'>): string | undefined {
  if (!inherited) return undefined;
  const { from, name } = inherited;
  if (from === 'group') {
    return name === null ? text('permission.fromSomeGroup') : text('permission.fromGroup', { name });
  }
  return name === null ? text('permission.fromSomeCustomer') : text('permission.fromCustomer', { name });
}
