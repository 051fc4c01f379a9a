import { Drawer as MantineDrawer } from '@mantine/core';
import { mdiDotsHorizontal, mdiLogout, mdiMenu } from '@mdi/js';
import { type ReactNode, useRef, useState } from 'react';
import { useSignOut } from '../../../features/sessions/hooks/use-sign-out.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import drawerClasses from '../../../ui/window/dialog.module.css';
import { viewTitles } from '../manage/manage-views.ts';
import { viewIcons } from '../manage/view-icons.ts';
import type { ShellWindow } from '../shell-dialogs.tsx';
import type { MenuEntry } from './menu-entries.ts';
import classes from './top-menu.module.css';

interface MenuDrawerProps {
  readonly entries: readonly MenuEntry[];
  /** Behind the last one. */
  readonly more: readonly MenuEntry[];
  readonly onOpen: (window: ShellWindow) => void;
}

/** The menu of a narrow screen, with the account and the way out at its end. */
export function MenuDrawer({ entries, more, onOpen }: MenuDrawerProps) {
  const { text } = useTexts();
  const signOut = useSignOut();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const own = (['account', 'sessions'] as const).map(
    (view): MenuEntry => ({ opens: view, title: viewTitles[view], icon: viewIcons[view] }),
  );
  const itemOf = ({ opens, title, icon }: MenuEntry) => (
    <li key={opens}>
      <button
        type="button"
        onClick={() => {
          setOpen(false);
          // The window gives the focus back to what has it now: the entry no longer exists then.
          button.current?.focus();
          onOpen(opens);
        }}
      >
        <Icon path={icon} />
        {text(title)}
      </button>
    </li>
  );
  return (
    <>
      <IconButton
        ref={button}
        name={text('shell.openMenu')}
        icon={mdiMenu}
        aria-haspopup="dialog"
        expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <Drawer
        title={text('shell.mainMenu')}
        closeLabel={text('shell.closeMenu')}
        opened={isOpen}
        onClose={() => {
          setOpen(false);
          button.current?.focus();
        }}
      >
        <nav aria-label={text('shell.mainMenu')}>
          <ul className={classes.list}>
            {entries.map(itemOf)}
            <li>
              <details>
                <summary>
                  <Icon path={mdiDotsHorizontal} />
                  {text('menu.more')}
                </summary>
                <ul className={classes.list}>{[...more, ...own].map(itemOf)}</ul>
              </details>
            </li>
            <li>
              <button type="button" onClick={signOut}>
                <Icon path={mdiLogout} />
                {text('menu.logout')}
              </button>
            </li>
          </ul>
        </nav>
      </Drawer>
    </>
  );
}

interface DrawerProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A menu that comes in from the side of a narrow screen. */
function Drawer({ title, closeLabel, opened, onClose, children }: DrawerProps) {
  return (
    <MantineDrawer
      opened={opened}
      onClose={onClose}
      title={title}
      size={280}
      // The page itself never scrolls; the lock would write a style that the content policy forbids.
      lockScroll={false}
      // An entry may open a window that takes the focus; otherwise the opener gets it back.
      returnFocus={false}
      closeButtonProps={{ 'aria-label': closeLabel }}
      overlayProps={{ backgroundOpacity: 0.4 }}
      transitionProps={{ duration: 120 }}
      classNames={{
        content: drawerClasses.sheet ?? '',
        header: drawerClasses.header ?? '',
        title: drawerClasses.title ?? '',
        close: drawerClasses.close ?? '',
        body: drawerClasses.body ?? '',
      }}
    >
      {children}
    </MantineDrawer>
  );
}
