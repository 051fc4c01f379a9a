/** Screens in files of their own, loaded when they are requested. */
import { lazy } from 'react';
import { type FirstScreen, firstScreenOf } from './decide-route.ts';
import { createScreenFile, loadLiveMap, type ScreenFile } from './screen-file.tsx';

/** Those that an address may show first. */
export const screens: Readonly<Record<FirstScreen, ScreenFile>> = Object.freeze({
  login: createScreenFile(async () => (await import('./login-route.tsx')).LoginRoute),
  access: createScreenFile(async () => (await import('./access-route.tsx')).AccessRoute),
  shared: createScreenFile(async () => (await import('../shells/shared-map.tsx')).SharedRoute),
  callOut: createScreenFile(async () => (await import('./visitor-routes.tsx')).CallOutRoute),
  police: createScreenFile(async () => (await import('./visitor-routes.tsx')).PoliceRoute),
  admin: createScreenFile(async () => (await import('../shells/admin/admin-shell.tsx')).AdminShell),
  bare: createScreenFile(async () => (await import('../shells/bare/bare-shell.tsx')).BareShell),
});

/** Resolves when what an address shows first is there, or did not come: the screen itself says so when it is shown. */
export async function loadFirstScreen(path: string, isSignedIn: boolean): Promise<void> {
  const first = firstScreenOf(path, isSignedIn);
  // whose home `/` is follows from the person who he is; the map is in all of them
  const file = first ? screens[first].load() : path === '/' ? loadLiveMap() : undefined;
  await file?.catch(() => undefined);
}

export const EventView = lazy(async () => ({
  default: (await import('../shells/admin/views/event-view.tsx')).EventView,
}));

export const DeviceEventsView = lazy(async () => ({
  default: (await import('../shells/admin/views/event-view.tsx')).DeviceEventsView,
}));

export const ChartView = lazy(async () => ({
  default: (await import('../shells/admin/views/chart-view.tsx')).ChartView,
}));

export const DashboardView = lazy(async () => ({
  default: (await import('../shells/admin/views/dashboard-view.tsx')).DashboardView,
}));

export const FollowView = lazy(async () => ({
  default: (await import('../shells/admin/views/follow-view.tsx')).FollowView,
}));

export const ReportView = lazy(async () => ({
  default: (await import('../shells/report-over-map.tsx')).ReportView,
}));

export const DeskRoute = lazy(async () => ({
  default: (await import('../shells/admin/desk/desk-route.tsx')).DeskRoute,
}));

export const CockpitRoute = lazy(async () => ({
  default: (await import('../shells/admin/cockpit/cockpit-route.tsx')).CockpitRoute,
}));

export const ManageRoute = lazy(async () => ({
  default: (await import('../shells/admin/views/manage-route.tsx')).ManageRoute,
}));
