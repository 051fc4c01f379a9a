import { useMediaQuery } from '@mantine/hooks';
import { mdiDotsHorizontal } from '@mdi/js';
import { lazy, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AlarmAnnouncer } from '../../../features/events/components/alarm-announcer.tsx';
import type { Fleet } from '../../../lib/fleet/fleet-list.ts';
import { reportViewOf } from '../../../lib/reports/report-names.ts';
import { ReportsContext } from '../../../lib/reports/report-store.ts';
import { useSession } from '../../../lib/session/session-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { MapCore } from '../../../map/map-api.ts';
import { Icon } from '../../../ui/icon.tsx';
import { BottomSheet } from '../../../ui/window/bottom-sheet.tsx';
import { LiveMap, phone } from '../live-map.tsx';
import { MoreMenu } from '../manage/more-menu.tsx';
import { ReportOverMap } from '../report-over-map.tsx';
import type { ShellWindow } from '../shell-dialogs.tsx';
import { HelpKey, SkipLink, TopBar } from '../top-bar.tsx';
import { fleetOf, useMapCore } from '../use-map-core.ts';
import { useShellReports } from '../use-shell-reports.ts';
import { ComingWindow } from '../widget.tsx';
import classes from './bare-shell.module.css';
import { MenuDrawer } from './menu-drawer.tsx';
import { type MenuEntry, menuEntries, moreEntries } from './menu-entries.ts';
import topMenuClasses from './top-menu.module.css';

const ShellDialogs = lazy(async () => ({
  default: (await import('../shell-dialogs.tsx')).ShellDialogs,
}));

/** From this width on the whole menu fits into the bar. */
const wide = '(min-width: 1160px)';

/** `/client` and `/fleet`: bar with its menu, and live map, from 360 px up. */
export function BareShell() {
  const core = useMapCore();
  const reports = useShellReports();
  return (
    core && (
      <ReportsContext value={reports}>
        <BareScreen core={core} />
      </ReportsContext>
    )
  );
}

function BareScreen({ core }: { readonly core: MapCore }) {
  const [fleet] = useState(() => fleetOf(core));
  useOwnVehicles();
  useOnlyVehicle(core, fleet);
  const [opened, open] = useState<ShellWindow | null>(null);
  const navigate = useNavigate();
  const session = useSession();
  const report = reportViewOf(useLocation().hash);
  const isWide = useMediaQuery(wide, window.matchMedia(wide).matches);
  const profile = session.phase === 'signed-in' ? session.profile : undefined;
  const entries = profile ? menuEntries(profile) : [];
  const more = profile ? moreEntries(profile) : [];

  return (
    <div className={classes.shell}>
      <SkipLink />
      <AlarmAnnouncer />
      <TopBar
        onAccount={() => open('account')}
        onSessions={() => open('sessions')}
        menuButton={!isWide && <MenuDrawer entries={entries} more={more} onOpen={open} />}
      >
        {isWide && <TopMenu entries={entries} more={more} opened={opened} onOpen={open} />}
      </TopBar>
      <LiveMap
        core={core}
        fleet={fleet}
        isCustomerView
        Sheet={BottomSheet}
        {...(report && {
          foot: <ReportOverMap core={core} onSelectDevice={() => open('report')} />,
        })}
      />
      <HelpKey />
      {opened !== null && (
        <ComingWindow>
          <ShellDialogs
            opened={opened}
            onClose={() => open(null)}
            onDevice={(deviceId) => void core.select(deviceId)}
            // The path stays: only query and name change (ROUTE-06).
            onReport={(address) => void navigate(address)}
          />
        </ComingWindow>
      )}
    </div>
  );
}

/** Says to the whole page, windows over it too, whose screen this is: on a phone its targets are a thumb's. */
function useOwnVehicles(): void {
  useEffect(() => {
    document.documentElement.dataset.ownVehicles = '';
    return () => {
      delete document.documentElement.dataset.ownVehicles;
    };
  }, []);
}

/** Who has one vehicle comes for it: on a phone it is chosen as the page opens; elsewhere it is in sight anyhow. */
function useOnlyVehicle(core: MapCore, fleet: Fleet): void {
  useEffect(() => {
    if (!window.matchMedia(phone).matches) return;
    let ended = false;
    fleet.list({ text: '' }).then(
      ({ ids }) => {
        const [only] = ids;
        if (ended || ids.length !== 1 || only === undefined) return;
        if (core.state.get().selectedDeviceId === null) void core.select(only);
      },
      (reason: unknown) => console.warn('The vehicles could not be listed', reason),
    );
    return () => {
      ended = true;
    };
  }, [core, fleet]);
}

interface TopMenuProps {
  readonly entries: readonly MenuEntry[];
  /** Behind the menu's last entry. */
  readonly more: readonly MenuEntry[];
  readonly opened: ShellWindow | null;
  readonly onOpen: (window: ShellWindow) => void;
}

/** The menu along the bar of a wide screen. */
function TopMenu({ entries, more, opened, onOpen }: TopMenuProps) {
  const { text } = useTexts();
  return (
    <nav className={topMenuClasses.menu} aria-label={text('shell.mainMenu')}>
      {entries.map(({ opens, title, icon }) => (
        <button
          key={opens}
          type="button"
          className={topMenuClasses.entry}
          aria-haspopup="dialog"
          aria-expanded={opened === opens}
          onClick={() => onOpen(opens)}
        >
          <Icon path={icon} />
          <span className={topMenuClasses.name}>{text(title)}</span>
        </button>
      ))}
      <MoreMenu
        entries={more}
        onOpen={onOpen}
        target={
          <button type="button" className={topMenuClasses.entry}>
            <Icon path={mdiDotsHorizontal} />
            <span className={topMenuClasses.name}>{text('menu.more')}</span>
          </button>
        }
      />
    </nav>
  );
}
