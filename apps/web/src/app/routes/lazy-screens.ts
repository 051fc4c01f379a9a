/** Screens in files of their own, loaded when they are asked for. */
import { lazy } from 'react';
import { loadAdminShell, loadBareShell } from './load-shells.ts';

export const LoginRoute = lazy(async () => ({ default: (await import('./login-route.tsx')).LoginRoute }));

export const AdminShell = lazy(async () => ({
  default: (await loadAdminShell()).AdminShell,
}));

export const BareShell = lazy(async () => ({
  default: (await loadBareShell()).BareShell,
}));

export const SharedRoute = lazy(async () => ({ default: (await import('./shared-route.tsx')).SharedRoute }));

export const EventView = lazy(async () => ({
  default: (await import('../shells/admin/views/event-view.tsx')).EventView,
}));

export const DeviceEventsView = lazy(async () => ({
  default: (await import('../shells/admin/views/device-events-view.tsx')).DeviceEventsView,
}));

export const ChartView = lazy(async () => ({
  default: (await import('../shells/admin/views/chart-view.tsx')).ChartView,
}));

export const ReportView = lazy(async () => ({
  default: (await import('../shells/admin/views/report-view.tsx')).ReportView,
}));

export const ManageRoute = lazy(async () => ({
  default: (await import('../shells/admin/views/manage-route.tsx')).ManageRoute,
}));
