import { mdiDotsHorizontal } from '@mdi/js';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MoreMenu } from '../manage/more-menu.tsx';
import type { ShellWindow } from '../shell-dialogs.tsx';
import type { MenuEntry } from './menu-entries.ts';
import classes from './top-menu.module.css';

interface TopMenuProps {
  readonly entries: readonly MenuEntry[];
  /** Behind the menu's last entry. */
  readonly more: readonly MenuEntry[];
  readonly opened: ShellWindow | null;
  readonly onOpen: (window: ShellWindow) => void;
}

/** The menu along the bar of a wide screen. */
export function TopMenu({ entries, more, opened, onOpen }: TopMenuProps) {
  const { text } = useTexts();
  return (
    <nav className={classes.menu} aria-label={text('shell.mainMenu')}>
      {entries.map(({ opens, title, icon }) => (
        <button
          key={opens}
          type="button"
          className={classes.entry}
          aria-haspopup="dialog"
          aria-expanded={opened === opens}
          onClick={() => onOpen(opens)}
        >
          <Icon path={icon} />
          <span className={classes.name}>{text(title)}</span>
        </button>
      ))}
      <MoreMenu
        entries={more}
        onOpen={onOpen}
        target={
          <button type="button" className={classes.entry}>
            <Icon path={mdiDotsHorizontal} />
            <span className={classes.name}>{text('menu.more')}</span>
          </button>
        }
      />
    </nav>
  );
}
