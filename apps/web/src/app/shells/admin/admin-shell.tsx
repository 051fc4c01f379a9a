import { mdiChartBar } from '@mdi/js';
import { useCallback, useState } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { DeviceSearch } from '../../../features/device-search/components/device-search.tsx';
import { useSiren } from '../../../features/events/siren/use-siren.ts';
import { useSinistersView } from '../../../features/sinisters/sinisters-view-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { fleetOf } from '../fleet-of-map.ts';
import { LiveMap } from '../live-map.tsx';
import { type Shortcut, ShortcutHelp } from '../shortcut-help.tsx';
import { TopBar } from '../top-bar.tsx';
import { useMapCore } from '../use-map-core.ts';
import { Widget } from '../widget.tsx';
import type { AdminContext } from './admin-context.ts';
import classes from './admin-shell.module.css';
import { useAdminWindows } from './admin-windows.ts';
import { DashboardOverMap } from './dashboard-over-map.tsx';
import { Rail } from './rail.tsx';
import { SidePanel } from './side-panel.tsx';

const shortcuts: readonly Shortcut[] = [
  { keys: ['/'], does: 'keys.search' },
  { keys: ['Esc'], does: 'keys.escape' },
  { keys: ['?'], does: 'keys.help' },
];

/** `/admin`: bar, rail, live map, and the panel of events. */
export function AdminShell() {
  const { text } = useTexts();
  const { railUnfolded, sideFolded, dashboardOpen, toggleDashboard, showTab } = useAdminWindows();
  const { reveal } = useSinistersView();
  const core = useMapCore();
  const [fleet] = useState(() => fleetOf(core));
  const navigate = useNavigate();
  const open = useCallback((eventId: number) => void navigate(`/admin/events/${eventId}`), [navigate]);
  const goToDevice = (deviceId: number) => void navigate(`/admin/events/devices/${deviceId}`);
  const goToSinister = (sinisterId: number) => {
    reveal(sinisterId);
    showTab('sinisters');
  };
  useSiren();

  return (
    <div
      className={classes.shell}
      data-rail-unfolded={railUnfolded || undefined}
      data-side-folded={sideFolded || undefined}
    >
      <a className={classes.skip} href="#live-map">
        {text('shell.skipToMap')}
      </a>
      <TopBar>
        <DeviceSearch onPick={goToDevice} />
      </TopBar>
      <Rail />
      <LiveMap
        core={core}
        fleet={fleet}
        onSinister={goToSinister}
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
            <Widget>
              <Outlet context={{ core, fleet } satisfies AdminContext} />
            </Widget>
            {dashboardOpen && (
              <Widget>
                <DashboardOverMap fleet={fleet} onClose={toggleDashboard} />
              </Widget>
            )}
          </>
        }
      />
      <ShortcutHelp groups={[{ title: 'keys.everywhere', shortcuts }]} />
      <SidePanel onOpen={open} onDevice={goToDevice} />
    </div>
  );
}
