import { expect, test } from 'vitest';
import { pageTitleOf } from './app-routes.tsx';

test('every address has the title of what it shows', () => {
  const titles = {
    '/': 'login.title',
    '/login': 'login.title',
    '/admin': 'map.title',
    '/client': 'map.title',
    '/admin/devices/7': 'map.title',
    '/admin/events/7': 'event.title',
    '/admin/events/devices/7': 'map.title',
    '/admin/chart/state': 'chart.state',
    '/admin/follow': 'follow.title',
    '/admin/dashboard': 'dashboard.title',
    '/admin/manage/customer': 'menu.customers',
    '/admin/manage/account': 'account.title',
    '/shared/abc': 'share.title',
    '/admin/manage/nothing': 'fallback.title',
    '/admin/chart/nothing': 'fallback.title',
    '/no/such/place': 'fallback.title',
  };
  for (const [path, title] of Object.entries(titles))
    expect([path, pageTitleOf(path, '')]).toEqual([path, title]);
});

test('a report names the page wherever it is shown', () => {
  expect(pageTitleOf('/admin/reports', '#trip')).toBe('report.tripTitle');
  expect(pageTitleOf('/client', '#summary')).toBe('report.summaryTitle');
  expect(pageTitleOf('/admin/manage/device', '#trip')).toBe('menu.devices');
});
