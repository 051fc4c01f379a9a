import type { Linkable } from '@atalaia/contract/linkable';
import { mdiAccountMultipleOutline, mdiSitemapOutline } from '@mdi/js';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Icon } from '../../../ui/icon.tsx';
import { inheritanceOf } from './linkable-words.ts';
import classes from './links.module.css';

/** Where a link comes from. Both are told where a thing is linked and inherited: without its own link it would stay. */
export function LinkOrigin({ row }: { readonly row: Linkable }) {
  const { text } = useTexts();
  const { linked, inherited } = row;
  const said = [linked ? text('permission.own') : undefined, inheritanceOf(row, { text })]
    .filter((part) => part !== undefined)
    .join(' · ');
  return (
    <span className={classes.origin} title={said}>
      {inherited && (
        <Icon path={inherited.from === 'group' ? mdiSitemapOutline : mdiAccountMultipleOutline} size={14} />
      )}
      <span>{said || text('value.missing')}</span>
    </span>
  );
}
