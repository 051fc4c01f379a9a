import { mdiChartBar, mdiFileChartOutline, mdiSendOutline } from '@mdi/js';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useMatch, useNavigate } from 'react-router';
import { DeskAttention } from '../../../features/desk/notify/desk-attention.tsx';
import { DeviceSearch } from '../../../features/devices/search/components/device-search.tsx';
import { AlarmAnnouncer } from '../../../features/events/components/alarm-announcer.tsx';
import { revealCard } from '../../../features/sinisters/sinisters-view-store.ts';
import { useFirstSteps } from '../../../features/unknown-trackers/use-first-steps.ts';
import type { Fleet } from '../../../lib/fleet/fleet-list.ts';
import { useKeys } from '../../../lib/keys/use-keys.ts';
import { ReportsContext } from '../../../lib/reports/report-store.ts';
import { useDeskRole } from '../../../lib/session/desk-role.ts';
import { useSession } from '../../../lib/session/session-context.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import type { MapCore } from '../../../map/map-api.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { LiveMap } from '../live-map.tsx';
import { mayManage } from '../manage/manage-views.ts';
import type { ShellWindow } from '../shell-dialogs.tsx';
import { HelpKey, SkipLink, TopBar } from '../top-bar.tsx';
import { fleetOf, useMapCore } from '../use-map-core.ts';
import { useShellReports } from '../use-shell-reports.ts';
import { ComingWindow, SmallWidget, Widget } from '../widget.tsx';
import { type AdminContext, adminWindows, showTab, toggleDashboard, toggleList } from './admin-context.ts';
import classes from './admin-shell.module.css';

import { useDeskActs } from './desk/use-desk-acts.ts';
import { Rail } from './rail.tsx';
import { SidePanel } from './side-panel.tsx';

const BlockQuestion = lazy(async () => ({
  default: (await import('../../../features/commands/blocks/block-question.tsx')).BlockQuestion,
}));
const FleetDashboard = lazy(async () => ({
  default: (await import('./dashboard-over-map.tsx')).FleetDashboard,
}));
const DeskNotices = lazy(async () => ({
  default: (await import('../../../features/desk/notify/desk-notices.tsx')).DeskNotices,
}));
const NewCall = lazy(async () => ({
  default: (await import('../../../features/desk/call/new-call.tsx')).NewCall,
}));
const ShellDialogs = lazy(async () => ({
  default: (await import('../shell-dialogs.tsx')).ShellDialogs,
}));
const FirstSteps = lazy(async () => ({
  default: (await import('../../../features/unknown-trackers/first-steps.tsx')).FirstSteps,
}));
const VehicleList = lazy(async () => ({
  default: (await import('../../../features/device-strip/components/vehicle-list.tsx')).VehicleList,
}));
const DeskWork = lazy(async () => ({ default: (await import('./desk/desk-work.tsx')).DeskWork }));

/** `/admin`: bar, rail, live map, and the panel of events. Pages of the rail are over the last two, which stay as they are. */
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
  const { railUnfolded, sideFolded, dashboardOpen, listOpen } = useStore(adminWindows, (windows) => windows);
  const [fleet] = useState(() => fleetOf(core));
  const [opened, open] = useState<ShellWindow | null>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { isManaging, isCockpit, isReport, isBesidePanel } = usePlaces();
  const { workId, isDeskPage, ...desk } = useDeskActs();
  const hasPage = isManaging || isBesidePanel || isDeskPage || isCockpit;
  const isDashboardShown = dashboardOpen && !isCockpit;
  const openEvent = useCallback((eventId: number) => void navigate(`/admin/events/${eventId}`), [navigate]);
  const goToDevice = (deviceId: number) => void navigate(`/admin/events/devices/${deviceId}`);
  const worksAtDesk = useFollowedDesk();
  const session = useSession();
  const profile = session.phase === 'signed-in' ? session.profile : 'monitor';
  useViewOfBefore(core, workId !== null);
  const shell = useRef<HTMLDivElement>(null);
  // Lists have the same keys for their own rows.
  const unless = () => !worksAtDesk || isManaging;
  useKeys(shell, [
    { key: 'F1', inFields: true, unless, act: desk.takeNext },
    { key: 'F4', inFields: true, unless: () => unless() || workId !== null, act: desk.openCall },
  ]);

  const view = (
    <Widget key={pathname}>
      <Suspense fallback={hasPage && <ComingPage />}>
        <Outlet
          context={{ core, fleet, openReportDialog: () => open('report'), desk } satisfies AdminContext}
        />
      </Suspense>
    </Widget>
  );
  return (
    <div
      ref={shell}
      className={classes.shell}
      data-working={workId !== null || undefined}
      data-cockpit={isCockpit || undefined}
      data-rail-unfolded={railUnfolded || undefined}
      data-side-folded={sideFolded || undefined}
      data-list={(listOpen && !isCockpit) || undefined}
      data-dashboard={isDashboardShown || undefined}
    >
      <SkipLink />
      {worksAtDesk ? <DeskAttention onOpen={desk.open} /> : <AlarmAnnouncer />}
      <AdminTopBar onDevice={goToDevice} onOpen={open} />
      <SmallWidget>
        <Rail />
      </SmallWidget>
      {listOpen && !isCockpit && <DockedList core={core} fleet={fleet} covered={hasPage} />}
      {!isCockpit && (
        <AdminMap core={core} fleet={fleet} covered={hasPage} report={isReport ? view : undefined}>
          {!hasPage && !isReport && view}
        </AdminMap>
      )}
      {mayManage('server', profile) && !hasPage && !isReport && workId === null && (
        <NewInstallation onDevice={goToDevice} />
      )}
      {isDashboardShown && (
        <div className={classes.dashboard} inert={hasPage}>
          <DashboardBesideMap fleet={fleet} />
        </div>
      )}
      {workId !== null && (
        <Widget key={workId}>
          <Suspense fallback={<ComingWork />}>
            <DeskWork core={core} alarmId={workId} />
          </Suspense>
        </Widget>
      )}
      {!isManaging && !isDeskPage && !isCockpit && workId === null && (
        <Widget>
          <SidePanel
            onOpen={openEvent}
            onDevice={goToDevice}
            onAlarm={desk.open}
            onTake={desk.take}
            onTakeNext={desk.takeNext}
          />
        </Widget>
      )}
      {hasPage && (
        <div className={classes.page} data-beside-panel={isBesidePanel || undefined}>
          {view}
        </div>
      )}
      {worksAtDesk && (
        <Suspense>
          <DeskNotices onOpen={desk.open} />
          <BlockQuestion />
          {desk.isCalling && <NewCall onOpened={desk.open} onClose={desk.closeCall} />}
        </Suspense>
      )}
      <HelpKey hasSearch />
      {opened !== null && (
        <ComingWindow>
          <ShellDialogs
            opened={opened}
            onClose={() => open(null)}
            onDevice={goToDevice}
            onReport={(address) => void navigate(`/admin/reports${address}`)}
          />
        </ComingWindow>
      )}
    </div>
  );
}

interface AdminMapProps {
  readonly core: MapCore;
  readonly fleet: Fleet;
  /** A page is over it. */
  readonly covered: boolean;
  /** In the strip's place. */
  readonly report: ReactNode;
  /** The view beside the device's panel. */
  readonly children: ReactNode;
}

/** The live map with the views over it; the dashboard beside it is opened from its tools. */
function AdminMap({ core, fleet, covered, report, children }: AdminMapProps) {
  const listOpen = useStore(adminWindows, (windows) => windows.listOpen);
  const navigate = useNavigate();
  return (
    <LiveMap
      core={core}
      fleet={fleet}
      onSinister={showSinister}
      onEvent={(eventId) => void navigate(`/admin/events/${eventId}`)}
      covered={covered}
      hasList={listOpen}
      onList={toggleList}
      {...(report !== undefined && { foot: report })}
      tools={<DashboardTool />}
      views={children}
    />
  );
}

function NewInstallation({ onDevice }: { readonly onDevice: (deviceId: number) => void }) {
  const done = useFirstSteps();
  if (!done) return null;
  return (
    <div className={classes.firstSteps}>
      <SmallWidget>
        <Suspense>
          <FirstSteps done={done} onDevice={onDevice} />
        </Suspense>
      </SmallWidget>
    </div>
  );
}

/** What the address shows. */
function usePlaces() {
  const isChart = useMatch('/admin/chart/*') !== null;
  const isFollowing = useMatch('/admin/follow') !== null;
  const isDashboardPage = useMatch('/admin/dashboard') !== null;
  return {
    isManaging: useMatch('/admin/manage/*') !== null,
    /** It has the map within it. */
    isCockpit: useMatch('/admin/sinisters/*') !== null,
    isReport: useMatch('/admin/reports') !== null,
    /** A page that keeps the alarms and events visible. */
    isBesidePanel: isChart || isFollowing || isDashboardPage,
  };
}

function DashboardBesideMap({ fleet }: { readonly fleet: Fleet }) {
  const navigate = useNavigate();
  return (
    <Widget>
      <Suspense fallback={<Skeleton height={320} />}>
        <FleetDashboard
          fleet={fleet}
          onClose={toggleDashboard}
          onPage={() => void navigate('/admin/dashboard')}
        />
      </Suspense>
    </Widget>
  );
}

function DashboardTool() {
  const { text } = useTexts();
  const pressed = useStore(adminWindows, ({ dashboardOpen }) => dashboardOpen);
  return (
    <IconButton
      name={text('mapTool.dashboard')}
      icon={mdiChartBar}
      pressed={pressed}
      onClick={toggleDashboard}
    />
  );
}

/** The place of the alarm that one works on, likewise. */
function ComingWork() {
  return (
    <aside className={classes.work} aria-busy>
      <Skeleton height={90} />
      <Skeleton height={160} />
    </aside>
  );
}

/** A page over the map, until its files are there. */
function ComingPage() {
  const { text } = useTexts();
  return <Spinner label={text('view.loading')} />;
}

interface DockedListProps {
  readonly core: MapCore;
  readonly fleet: Fleet;
  /** A page is over it. */
  readonly covered: boolean;
}

/** The vehicles at the left of the map, whose legend and selection they share. */
function DockedList({ core, fleet, covered }: DockedListProps) {
  const selectedId = useStore(core.state, (state) => state.selectedDeviceId);
  const colours = useStore(core.state, (state) => state.shownColours);
  return (
    <div className={classes.list} inert={covered}>
      <Widget>
        <Suspense>
          <VehicleList
            fleet={fleet}
            selectedId={selectedId}
            onSelect={(deviceId) => void core.select(deviceId)}
            colours={colours}
            onColours={core.setShownColours}
            onStrip={toggleList}
          />
        </Suspense>
      </Widget>
    </div>
  );
}

interface AdminTopBarProps {
  readonly onDevice: (deviceId: number) => void;
  readonly onOpen: (window: ShellWindow) => void;
}

function AdminTopBar({ onDevice, onOpen }: AdminTopBarProps) {
  const { text } = useTexts();
  const navigate = useNavigate();
  return (
    <TopBar
      onAccount={() => void navigate('/admin/manage/account')}
      onSessions={() => void navigate('/admin/manage/sessions')}
      actions={
        <div className={classes.actions}>
          <Button icon={mdiFileChartOutline} onClick={() => onOpen('report')}>
            {text('shell.newReport')}
          </Button>
          <Button kind="primary" icon={mdiSendOutline} onClick={() => onOpen('command')}>
            {text('shell.newCommand')}
          </Button>
        </div>
      }
    >
      <DeviceSearch onPick={onDevice} />
    </TopBar>
  );
}

/** Keeps the desk's alarms while somebody who works there is on the page. */
function useFollowedDesk(): boolean {
  const live = useLive();
  const worksAtDesk = useDeskRole() !== 'none';
  useEffect(() => (worksAtDesk ? live.followDesk() : undefined), [live, worksAtDesk]);
  return worksAtDesk;
}

/** Who closes an alarm sees the map as it was before he opened it. */
function useViewOfBefore(core: MapCore, isWorking: boolean): void {
  useEffect(() => (isWorking ? core.keepView() : undefined), [core, isWorking]);
}

/** Brings an open sinister to the front: its tab of the right panel, its card unfolded (PANEL-06). */
function showSinister(sinisterId: number): void {
  revealCard(sinisterId);
  showTab('sinisters');
}
