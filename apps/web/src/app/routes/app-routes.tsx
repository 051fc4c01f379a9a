import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { FallbackScreen } from '../screens/fallback-screen.tsx';
import { LoadingScreen } from '../screens/loading-screen.tsx';
import { ScreenFailure } from '../screens/screen-failure.tsx';
import { GuardedArea } from './guarded-area.tsx';
import { ChartView, DeviceEventsView, EventView, ManageRoute, ReportView, screens } from './lazy-screens.ts';

import { RootRedirect } from './root-redirect.tsx';
import { Screen } from './screen-file.tsx';
import { TabTitle } from './tab-title.tsx';

export function AppRoutes() {
  return (
    <ErrorBoundary fallback={() => <ScreenFailure />}>
      <TabTitle />
      <Suspense fallback={<LoadingScreen />}>
        <Routes>
          <Route index element={<RootRedirect />} />
          <Route path="login" element={<Screen file={screens.login} />} />
          <Route path="admin" element={<GuardedArea area="admin" />}>
            <Route element={<Screen file={screens.admin} />}>
              <Route index element={null} />
              <Route path="devices/:eventId?" element={<EventView handles={false} />} />
              <Route path="events/:eventId" element={<EventView handles />} />
              <Route path="chart/:type" element={<ChartView />} />
              <Route path="events/devices/:deviceId" element={<DeviceEventsView />} />
              <Route path="reports" element={<ReportView />} />
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
          <Route path="shared/:token" element={<Screen file={screens.shared} />} />
          <Route path="*" element={<FallbackScreen />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
