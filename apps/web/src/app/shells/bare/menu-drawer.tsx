import { mdiLogout, mdiMenu } from '@mdi/js';
import { useRef, useState } from 'react';
import { useSignOut } from '../../../features/sessions/hooks/use-sign-out.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Drawer } from '../../../ui/window/drawer.tsx';
import { viewTitles } from '../manage/manage-views.ts';
import { viewIcons } from '../manage/view-icons.ts';
import type { ShellWindow } from '../shell-dialogs.tsx';
import type { MenuEntry } from './menu-entries.ts';
import classes from './top-menu.module.css';

interface MenuDrawerProps {
  readonly entries: readonly MenuEntry[];
  readonly onOpen: (window: ShellWindow) => void;
}

/** The menu of a narrow screen, with the account and the way out at its end. */
export function MenuDrawer({ entries, onOpen }: MenuDrawerProps) {
  const { text } = useTexts();
  const signOut = useSignOut();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const own = (['account', 'sessions'] as const).map(
    (view): MenuEntry => ({ opens: view, title: viewTitles[view], icon: viewIcons[view] }),
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
            {[...entries, ...own].map(({ opens, title, icon }) => (
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
            ))}
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
