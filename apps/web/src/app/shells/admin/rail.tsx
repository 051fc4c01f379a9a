import { useMediaQuery, useViewportSize } from '@mantine/hooks';
import {
  mdiAlarmLightOutline,
  mdiChevronDoubleLeft,
  mdiChevronDoubleRight,
  mdiDotsHorizontal,
  mdiLogout,
  mdiMapOutline,
} from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link, NavLink, useLocation, useMatch, useNavigate } from 'react-router';
import { z } from 'zod';
import { useSignOut } from '../../../features/sessions/hooks/use-sign-out.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useDeskRole } from '../../../lib/session/desk-role.ts';
import { useSession } from '../../../lib/session/session-context.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Icon } from '../../../ui/icon.tsx';
import { type ManageView, manageViewOf, mayManage, menuOf, viewTitles } from '../manage/manage-views.ts';
import { MoreMenu } from '../manage/more-menu.tsx';
import { viewIcons } from '../manage/view-icons.ts';
import { adminWindows, toggleRail } from './admin-context.ts';
import classes from './rail.module.css';

/** A line is drawn above it, as above sinisters and above lists. */
const firstOfPart: readonly ManageView[] = ['customers'];

/** As `rail.module.css` asks: entries are as high as a thumb there. */
const touch = '(pointer: coarse)';

/** The main menu: the views there are, and the way out. Names show on hover, and beside the icons when unfolded. */
export function Rail() {
  const { text } = useTexts();
  const session = useSession();
  const worksAtDesk = useDeskRole() !== 'none';
  const railUnfolded = useStore(adminWindows, (windows) => windows.railUnfolded);
  const signOut = useSignOut();
  const foldName = text(railUnfolded ? 'shell.collapseMenu' : 'shell.expandMenu');
  const navigate = useNavigate();
  const { height } = useViewportSize();
  const isCoarse = useMediaQuery(touch, window.matchMedia(touch).matches);
  const isMap = !/^\/admin\/(?:manage|desk|chart|dashboard|follow|sinisters)\b/.test(useLocation().pathname);
  const unknown = useUnknownCount(
    session.phase === 'signed-in' && mayManage('unknown-trackers', session.profile),
  );
  const opened = manageViewOf(useMatch('/admin/manage/:view')?.params.view);
  if (session.phase !== 'signed-in') return null;
  const menu = menuOf(session.profile);
  const mayServer = mayManage('server', session.profile);
  const entries = menu.views.length + (worksAtDesk ? 2 : 1) + (mayServer ? 1 : 0);
  const { direct, more } = dividedMenu(menu, roomFor(height, entries, isCoarse), isCoarse);

  return (
    <nav
      className={classes.rail}
      aria-label={text('shell.mainMenu')}
      data-unfolded={railUnfolded || undefined}
    >
      {/* lit wherever one looks at the map: with a vehicle, an event or a report, too */}
      <Link
        to="/admin"
        className={classes.entry ?? ''}
        title={text('menu.map')}
        aria-current={isMap ? 'page' : undefined}
      >
        <Icon path={mdiMapOutline} />
        <span className={classes.name}>{text('menu.map')}</span>
      </Link>
      {worksAtDesk && <RailLink to="/admin/desk" name={text('desk.title')} icon={mdiAlarmLightOutline} />}
      {direct.map((view) => (
        <Fragment key={view}>
          {firstOfPart.includes(view) && <hr className={classes.line} />}
          <RailLink
            to={`/admin/manage/${view}`}
            name={text(viewTitles[view])}
            icon={viewIcons[view]}
            count={view === 'unknown-trackers' ? unknown : 0}
          />
        </Fragment>
      ))}
      {more.length > 0 && (
        <MoreMenu
          entries={more.map((opens) => ({
            ...{ opens, title: viewTitles[opens], icon: viewIcons[opens] },
            count: opens === 'unknown-trackers' ? unknown : 0,
          }))}
          onOpen={(view) => void navigate(`/admin/manage/${view}`)}
          position="right-start"
          target={
            <button
              type="button"
              className={classes.entry}
              title={text('menu.more')}
              aria-description={
                unknown > 0 && more.includes('unknown-trackers')
                  ? text('menu.unknownCount', { count: unknown })
                  : undefined
              }
              aria-current={opened && more.includes(opened) ? 'page' : undefined}
            >
              <Icon path={mdiDotsHorizontal} />
              {more.includes('unknown-trackers') && <UnknownCount count={unknown} />}
              <span className={classes.name}>{text('menu.more')}</span>
            </button>
          }
        />
      )}
      {mayServer && (
        <>
          <hr className={classes.line} />
          <RailLink to="/admin/manage/server" name={text(viewTitles.server)} icon={viewIcons.server} />
        </>
      )}
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
      <button type="button" className={classes.entry} title={text('menu.logout')} onClick={signOut}>
        <Icon path={mdiLogout} />
        <span className={classes.name}>{text('menu.logout')}</span>
      </button>
    </nav>
  );
}

/**
 * How many more entries the rail has room for, beside so many and its two buttons at the foot; less than none where a touch
 * screen is so low that some of them have none.
 */
export function roomFor(windowHeight: number, entries: number, isCoarse: boolean): number {
  const [bar, lines, entryHeight] = [56, 60, isCoarse ? 46 : windowHeight <= 800 ? 38 : 42];
  const room = Math.floor((windowHeight - bar - lines) / entryHeight) - entries - 2;
  return isCoarse ? room : Math.max(0, room);
}

/** What stands in the rail itself and what is behind "Mais", which takes a place too. */
export function dividedMenu({ views, more }: ReturnType<typeof menuOf>, room: number, isCoarse: boolean) {
  const all = [...views, ...more];
  const places = views.length + room;
  const direct = all.length <= places ? all.length : Math.max(isCoarse ? 0 : views.length, places - 1);
  return { direct: all.slice(0, direct), more: all.slice(direct) };
}

interface RailLinkProps {
  readonly to: string;
  readonly name: string;
  readonly icon: string;
  readonly end?: boolean;
  /** Of what waits there for somebody. */
  readonly count?: number;
}

function RailLink({ to, name, icon, end = false, count = 0 }: RailLinkProps) {
  const { text } = useTexts();
  return (
    <NavLink
      to={to}
      end={end}
      className={classes.entry ?? ''}
      title={name}
      aria-description={count > 0 ? text('menu.unknownCount', { count }) : undefined}
    >
      <Icon path={icon} />
      <span className={classes.name}>{name}</span>
      <UnknownCount count={count} />
    </NavLink>
  );
}

/** How many trackers knocked that nobody registered; in words it is the entry's description. */
function UnknownCount({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className={classes.count} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  );
}

/** So many are counted; more are "99+". */
const mostCounted = 100;

function useUnknownCount(isAsked: boolean): number {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['resource', 'unknown-trackers', 'count'],
    queryFn: ({ signal }) =>
      api.json(
        { path: 'unknown-trackers', query: { limit: mostCounted }, signal },
        z.array(z.object({ uniqueId: z.string() })),
      ),
    enabled: isAsked,
    refetchInterval: 30_000,
    retry: false,
  });
  return data?.length ?? 0;
}
