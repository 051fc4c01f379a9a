import { type LinkableKind, linkableKinds } from '@atalaia/contract/accounts/linkable';
import type { PermissionOwner } from '@atalaia/contract/accounts/permission';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../lib/session/session-context.ts';
import type { Person } from '../../lib/session/session-store.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { LinkTable } from './link-table.tsx';
import classes from './links.module.css';

interface LinksViewProps {
  readonly owner: PermissionOwner;
  /** Whose links: a user's row tells whether he is an administrator too. */
  readonly row: { readonly id: number; readonly administrator?: boolean };
  readonly name: string;
  /** Back to the list. */
  readonly onDone: () => void;
}

/** What a device, a group or a user is linked to: a tab for each kind, with switches (PERM-01, PERM-02). */
export function LinksView({ owner, row, name, onDone }: LinksViewProps) {
  const { text } = useTexts();
  const session = useSession();
  const kinds = linkableKinds[owner];
  const [shown, show] = useState<LinkableKind>(kinds[0] ?? 'device');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  if (session.phase !== 'signed-in') return null;
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

/** What is asked of the person, and of the owner where he is a user. */
type Flags = Pick<Person, 'id' | 'administrator' | 'readonly' | 'limitCommands'>;

/**
 * Whether the person may switch these links, as the API judges it (ROLE-05, ROLE-06): nobody but an administrator those
 * of an administrator, nor which devices, groups and users he has himself, nor saved commands while he is held to them.
 */
export function mayLink(
  person: Flags,
  owner: PermissionOwner,
  row: { readonly id: number; readonly administrator?: boolean },
  kind: LinkableKind,
): boolean {
  if (person.administrator) return true;
  if (person.readonly || (kind === 'command' && person.limitCommands)) return false;
  if (owner !== 'userId') return true;
  const isOwn = row.id === person.id && (kind === 'device' || kind === 'group' || kind === 'user');
  return !row.administrator && !isOwn;
}
