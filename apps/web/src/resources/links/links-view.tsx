import { type LinkableKind, linkableKinds } from '@atalaia/contract/accounts/linkable';
import type { PermissionOwner } from '@atalaia/contract/accounts/permission';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../lib/session/session-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { type LinkOwnerRow, useNounTexts } from '../noun-texts.ts';
import { LinkTable } from './link-table.tsx';
import classes from './links.module.css';

interface LinksViewProps {
  readonly owner: PermissionOwner;
  /** Whose links. */
  readonly row: LinkOwnerRow;
  readonly name: string;
  /** Back to the list. */
  readonly onDone: () => void;
}

/** What a row is linked to: a tab for each kind, with switches (PERM-01, PERM-02). */
export function LinksView({ owner, row, name, onDone }: LinksViewProps) {
  const { text } = useTexts();
  const session = useSession();
  const { mayLink } = useNounTexts();
  const kinds = linkableKinds[owner];
  const [shown, show] = useState<LinkableKind | undefined>(kinds[0]);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  if (session.phase !== 'signed-in' || !shown) return null;
  const place = { owner, ownerId: row.id, kind: shown };

  return (
    <section className={classes.view} aria-label={text('permission.title', { name })}>
      <header className={classes.head}>
        <h2 ref={title} tabIndex={-1} className={classes.title}>
          {text('permission.title', { name })}
        </h2>
        <Button onClick={onDone}>{text('list.back')}</Button>
      </header>
      <Tabs
        wraps
        label={text('permission.kinds')}
        tabs={kinds.map((value) => ({ value, title: text(`permission.${value}`) }))}
        shown={shown}
        onShow={(value) => show(value as LinkableKind)}
      >
        <LinkTable
          key={shown}
          place={place}
          name={name}
          mayChange={mayLink(session.person, owner, row, shown)}
        />
      </Tabs>
    </section>
  );
}
