import { homeRouteOf } from '@atalaia/domain/catalog/profile';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { chartKindOf, chartTitles } from '../../features/chart/chart-kinds.ts';
import { useCompany } from '../../features/companies/use-company.ts';
import { useSignOut } from '../../features/sessions/hooks/use-sign-out.ts';
import { reportTitles, reportViewOf } from '../../lib/reports/report-names.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { useStore } from '../../lib/store/use-store.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useMapTexts, useTexts } from '../../lib/texts/texts-context.ts';
import { useLive } from '../../live/live-context.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { Centred, FallbackScreen, LoadingScreen, RestoringScreen } from '../screens/screens.tsx';
import { manageViewOf, viewTitles } from '../shells/manage/manage-views.ts';
import { type Area, areaOf, mayEnter, returnStateOf } from './decide-route.ts';
import {
  ChartView,
  CockpitRoute,
  DashboardView,
  DeskRoute,
  DeviceEventsView,
  EventView,
  FollowView,
  ManageRoute,
  ReportView,
  screens,
} from './lazy-screens.ts';
import { Screen } from './screen-file.tsx';

const SignInAgain = lazy(async () => ({
  default: (await import('../../features/sessions/components/sign-in-again.tsx')).SignInAgain,
}));

const EnrolScreen = lazy(async () => ({
  default: (await import('../../features/security/enrol-screen.tsx')).EnrolScreen,
}));

/** Shows an area to whom it is for; everybody else goes to `/`, which sends on by profile (ROUTE-02, ROUTE-03). */
function GuardedArea({ area }: { readonly area: Area }) {
  const session = useSession();
  const location = useLocation();
  const signOut = useSignOut();
  if (session.phase === 'restoring') return <RestoringScreen />;
  if (session.phase === 'signed-out') return <Navigate to="/" replace state={returnStateOf(location)} />;
  if (!mayEnter(area, session.profile)) return <Navigate to="/" replace />;
  if (session.person.needsSecondFactor) return <EnrolScreen onSignOut={signOut} />;
  return (
    <>
      <WithMapTexts />
      {session.isOver && (
        <Suspense fallback={null}>
          <SignInAgain user={session.email} />
        </Suspense>
      )}
    </>
  );
}

/** What speaks of more than the login: the areas, and what a link shows. */
function WithMapTexts() {
  useMapTexts();
  return <Outlet />;
}

export function AppRoutes() {
  return (
    <ErrorBoundary fallback={() => <ScreenFailure />}>
      <TabTitle />
      <Suspense fallback={<LoadingScreen />}>
        <Routes>
          <Route index element={<RootRedirect />} />
          <Route path="login" element={<Screen key="login" file={screens.login} />} />
          <Route path="access" element={<Screen key="access" file={screens.access} />} />
          <Route path="admin" element={<GuardedArea area="admin" />}>
            <Route element={<Screen file={screens.admin} />}>
              <Route index element={null} />
              <Route path="devices/:eventId?" element={<EventView handles={false} />} />
              <Route path="events/:eventId" element={<EventView handles />} />
              <Route path="chart/:type" element={<ChartView />} />
              <Route path="events/devices/:deviceId" element={<DeviceEventsView />} />
              <Route path="dashboard" element={<DashboardView />} />
              <Route path="follow" element={<FollowView />} />
              <Route path="reports" element={<ReportView />} />
              <Route path="desk/:view?" element={<DeskRoute />} />
              <Route path="sinisters/:sinisterId" element={<CockpitRoute />} />
              <Route path="manage/:view" element={<ManageRoute />} />
            </Route>
            <Route path="*" element={<FallbackScreen />} />
          </Route>
          <Route path="fleet" element={<GuardedArea area="fleet" />}>
            <Route index element={<Screen file={screens.bare} />} />
            <Route path="*" element={<FallbackScreen />} />
          </Route>
          <Route path="client" element={<GuardedArea area="client" />}>
            <Route index element={<Screen file={screens.bare} />} />
            <Route path="*" element={<FallbackScreen />} />
          </Route>
          <Route element={<WithMapTexts />}>
            <Route path="call-out/:token" element={<Screen file={screens.callOut} />} />
            <Route path="police/:token" element={<Screen file={screens.police} />} />
            <Route path="shared/:token" element={<Screen file={screens.shared} />} />
          </Route>
          <Route path="*" element={<FallbackScreen />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}

/** `/`: home by profile, or to the sign-in with the page that the visitor requested (ROUTE-01). */
function RootRedirect() {
  const session = useSession();
  const { state } = useLocation();
  if (session.phase === 'restoring') return <RestoringScreen />;
  const profile = session.phase === 'signed-in' ? session.profile : null;
  return <Navigate to={homeRouteOf(profile)} replace state={state} />;
}

/** Keeps the tab's title that of the page and the company (COM-01), before it how many alarms wait, so that a hidden tab says so. Shows nothing. */
function TabTitle() {
  const { text, textOr } = useTexts();
  const { pathname, hash } = useLocation();
  const waiting = useStore(useLive().desk, (state) => state.waiting.length);
  const { company } = useCompany();
  const whose = company?.title ?? company?.name ?? text('shell.product');
  // what the page is called comes with the texts of the map
  const called = textOr(pageTitleOf(pathname, hash), '');
  const page = called === '' ? whose : `${called} · ${whose}`;
  const title = waiting > 0 ? `(${waiting}) ${page}` : page;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

/** A whole screen could not be drawn or loaded: only a fresh page helps. */
function ScreenFailure() {
  const { text } = useTexts();
  return (
    <Centred>
      <FailedState
        title={text('view.failedTitle')}
        reason={text('error.connection')}
        retryLabel={text('error.reload')}
        onRetry={() => window.location.reload()}
      />
    </Centred>
  );
}

// What a browser's tab says of a page: a rule without a browser.

/** The key of a page's title by its address. */
export function pageTitleOf(path: string, hash: string): TextKey {
  const [, first, second, third] = path.split('/');
  if (first === '' || first === 'login') return 'login.title';
  if (first === 'access') return 'access.title';
  if (first === 'shared') return 'share.title';
  if (first === 'call-out') return 'visitor.callOutTitle';
  if (first === 'police') return 'visitor.policeTitle';
  if (!areaOf(path)) return 'fallback.title';
  const report = reportViewOf(hash);
  if (report && (second === 'reports' || !second)) return reportTitles[report];
  if (second === undefined || second === '' || second === 'devices') return 'map.title';
  if (second === 'events') return third === 'devices' ? 'map.title' : 'event.title';
  if (second === 'desk') return 'desk.title';
  if (second === 'sinisters') return 'sinister.title';
  if (second === 'dashboard') return 'dashboard.title';
  if (second === 'follow') return 'follow.title';
  const view = second === 'manage' ? manageViewOf(third) : undefined;
  if (view) return viewTitles[view];
  const chart = second === 'chart' ? chartKindOf(third) : undefined;
  return chart ? chartTitles[chart] : 'fallback.title';
}
