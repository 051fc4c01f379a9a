import { countSinisterAges } from '@atalaia/domain/time/sinister-age';
import { mdiChartBar, mdiFileChartOutline, mdiSendOutline } from '@mdi/js';
import { Suspense, useCallback, useState } from 'react';
import { Outlet, useLocation, useMatch, useNavigate } from 'react-router';
import { Dashboard } from '../../../features/dashboard/components/dashboard.tsx';
import { DeviceSearch } from '../../../features/devices/search/components/device-search.tsx';
import { AlarmAnnouncer } from '../../../features/events/components/alarm-announcer.tsx';
import { useSiren } from '../../../features/events/siren/use-siren.ts';
import { revealCard } from '../../../features/sinisters/sinisters-view-store.ts';
import { useOpenSinisters } from '../../../features/sinisters/use-open-sinisters.ts';
import type { Fleet } from '../../../lib/fleet/fleet-list.ts';
import { useFleetFigures } from '../../../lib/fleet/use-fleet-figures.ts';
import { ReportsContext } from '../../../lib/reports/reports-context.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { MapCore } from '../../../map/map-api.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { fleetOf } from '../fleet-of-map.ts';
import { LiveMap } from '../live-map.tsx';
import { ShellDialogs, type ShellWindow } from '../shell-dialogs.tsx';
import { ShortcutHelp } from '../shortcut-help.tsx';
import { SkipLink } from '../skip-link.tsx';
import { TopBar } from '../top-bar.tsx';
import { useMapCore } from '../use-map-core.ts';
import { useShellReports } from '../use-shell-reports.ts';
import { SmallWidget, Widget } from '../widget.tsx';
import type { AdminContext } from './admin-context.ts';
import classes from './admin-shell.module.css';
import { adminWindows, showTab, toggleDashboard } from './admin-windows.ts';
import { Rail } from './rail.tsx';
import { SidePanel } from './side-panel.tsx';

/** `/admin`: bar, rail, live map, and the panel of events. Pages of the rail lie over the last two, which stay as they are. */
export function AdminShell() {
  const core = useMapCore();
  const reports = useShellReports();
  return (
    core && (
      <ReportsContext value={reports}>
        <AdminScreen core={core} />
      </ReportsContext>
    )
  );
}

function AdminScreen({ core }: { readonly core: MapCore }) {
  const { text } = useTexts();
  const { railUnfolded, sideFolded, dashboardOpen } = useStore(adminWindows, (windows) => windows);
  const [fleet] = useState(() => fleetOf(core));
  const [opened, open] = useState<ShellWindow | null>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isManaging = useMatch('/admin/manage/*') !== null;
  // The list behind a bar keeps the events visible.
  const isChart = useMatch('/admin/chart/*') !== null;
  const hasPage = isManaging || isChart;
  const isReport = useMatch('/admin/reports') !== null;
  const openEvent = useCallback((eventId: number) => void navigate(`/admin/events/${eventId}`), [navigate]);
  const goToDevice = (deviceId: number) => void navigate(`/admin/events/devices/${deviceId}`);
  useSiren();

  const view = (
    <Widget key={pathname}>
      <Suspense>
        <Outlet context={{ core, fleet, openReportDialog: () => open('report') } satisfies AdminContext} />
      </Suspense>
    </Widget>
  );
  return (
    <div
      className={classes.shell}
      data-rail-unfolded={railUnfolded || undefined}
      data-side-folded={sideFolded || undefined}
    >
      <SkipLink />
      <AlarmAnnouncer />
      <TopBar
        onAccount={() => void navigate('/admin/manage/account')}
        onSessions={() => void navigate('/admin/manage/sessions')}
        actions={
          <div className={classes.actions}>
            <Button icon={mdiFileChartOutline} onClick={() => open('report')}>
              {text('shell.newReport')}
            </Button>
            <Button kind="primary" icon={mdiSendOutline} onClick={() => open('command')}>
              {text('shell.newCommand')}
            </Button>
          </div>
        }
      >
        <DeviceSearch onPick={goToDevice} />
      </TopBar>
      <SmallWidget>
        <Rail />
      </SmallWidget>
      <LiveMap
        core={core}
        fleet={fleet}
        onSinister={showSinister}
        covered={hasPage}
        {...(isReport && { foot: view })}
        tools={
          <IconButton
            name={text('mapTool.dashboard')}
            icon={mdiChartBar}
            pressed={dashboardOpen}
            onClick={toggleDashboard}
          />
        }
        views={
          <>
            {!hasPage && !isReport && view}
            {dashboardOpen && (
              <Widget>
                <DashboardOverMap fleet={fleet} onClose={toggleDashboard} />
              </Widget>
            )}
          </>
        }
      />
      {!isManaging && (
        <Widget>
          <SidePanel onOpen={openEvent} onDevice={goToDevice} />
        </Widget>
      )}
      {hasPage && (
        <div className={classes.page} data-beside-panel={isChart || undefined}>
          {view}
        </div>
      )}
      <ShortcutHelp hasSearch />
      <ShellDialogs
        opened={opened}
        onClose={() => open(null)}
        onDevice={goToDevice}
        onReport={(address) => void navigate(`/admin/reports${address}`)}
      />
    </div>
  );
}

/** Brings an open sinister to the front: its tab of the right panel, its card unfolded (PANEL-06). */
function showSinister(sinisterId: number): void {
  revealCard(sinisterId);
  showTab('sinisters');
}

interface DashboardOverMapProps {
  readonly fleet: Fleet;
  readonly onClose: () => void;
}

/** The dashboard beside the device's panel, never over it (DASH-06). */
function DashboardOverMap({ fleet, onClose }: DashboardOverMapProps) {
  const navigate = useNavigate();
  const { counted, failure, retry } = useFleetFigures(fleet);
  const { data, dataUpdatedAt, isError, refetch } = useOpenSinisters();
  const sinisters = data && {
    figures: countSinisterAges(
      data.map(({ id, status, openingDate }) => ({ id, status, openedMs: Date.parse(openingDate) })),
      Date.now(),
    ),
    countedMs: dataUpdatedAt,
  };
  return (
    <div className={classes.place}>
      <Dashboard
        fleet={counted}
        fleetFailure={counted ? undefined : failure}
        onRetryFleet={retry}
        sinisters={sinisters}
        onRetrySinisters={isError ? () => void refetch() : undefined}
        onOpen={(chart, group) => void navigate(`/admin/chart/${chart}?${new URLSearchParams({ group })}`)}
        onClose={onClose}
      />
    </div>
  );
}
