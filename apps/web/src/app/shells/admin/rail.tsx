import { mdiChevronDoubleLeft, mdiChevronDoubleRight, mdiLogout, mdiMapOutline } from '@mdi/js';
import { NavLink } from 'react-router';
import { useSignOut } from '../../../features/session/hooks/use-sign-out.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useAdminWindows } from './admin-windows.ts';
import classes from './rail.module.css';

/** The main menu: the views there are, and the way out. Names show on hover, and beside the icons when unfolded. */
export function Rail() {
  const { text } = useTexts();
  const { railUnfolded, toggleRail } = useAdminWindows();
  const signOut = useSignOut();
  const foldName = text(railUnfolded ? 'shell.collapseMenu' : 'shell.expandMenu');

  return (
    <nav
      className={classes.rail}
      aria-label={text('shell.mainMenu')}
      data-unfolded={railUnfolded || undefined}
    >
      <NavLink to="/admin" end className={classes.entry ?? ''} title={text('menu.map')}>
        <Icon path={mdiMapOutline} />
        <span className={classes.name}>{text('menu.map')}</span>
      </NavLink>
      <span className={classes.grow} />
      <button
        type="button"
        className={classes.entry}
        title={foldName}
        aria-expanded={railUnfolded}
        onClick={toggleRail}
      >
        <Icon path={railUnfolded ? mdiChevronDoubleLeft : mdiChevronDoubleRight} />
        <span className={classes.name}>{foldName}</span>
      </button>
      <button
        type="button"
        className={classes.entry}
        title={text('menu.logout')}
        onClick={() => void signOut()}
      >
        <Icon path={mdiLogout} />
        <span className={classes.name}>{text('menu.logout')}</span>
      </button>
    </nav>
  );
}
