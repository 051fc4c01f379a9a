import { expect, test } from 'vitest';
import { manageViewOf, manageViews, mayManage, menuOf } from './manage-views.ts';

test('[ROUTE-05] plural and singular spellings open the same view, and no other word opens one', () => {
  for (const view of manageViews) {
    const one = view.replace(/s$/, '');
    expect([manageViewOf(one), manageViewOf(`${one}s`), manageViewOf(view.toUpperCase())]).toEqual([
      view,
      view,
      view,
    ]);
  }
  for (const word of [undefined, '', 's', 'map', 'dev', 'devicess'])
    expect(manageViewOf(word)).toBeUndefined();
});

test('[SHELL-03] [ROUTE-10] [PROC-04] an administrator has every view but a client’s own contacts, a monitor all but the server, the audit, the rules of the desk, mirrors, campaigns and unknown trackers', () => {
  expect(manageViews.filter((view) => !mayManage(view, 'admin'))).toEqual(['contacts']);
  expect(manageViews.filter((view) => !mayManage(view, 'monitor'))).toEqual([
    'mirrors',
    'campaigns',
    'companies',
    'desk',
    'unknown-trackers',
    'contacts',
    'audit',
    'server',
  ]);
});

test('[SHELL-07] a fleet has no customers and nothing of an administrator, and a client no users either', () => {
  expect(manageViews.filter((view) => !mayManage(view, 'fleet'))).toEqual([
    'customers',
    'attributes',
    'commands',
    'responders',
    'mirrors',
    'campaigns',
    'companies',
    'desk',
    'unknown-trackers',
    'fleet-control',
    'reconciliation',
    'contact-requests',
    'handled-events',
    'audit',
    'server',
  ]);
  expect(manageViews.filter((view) => !mayManage(view, 'client'))).toEqual([
    'customers',
    'users',
    'attributes',
    'commands',
    'responders',
    'mirrors',
    'campaigns',
    'companies',
    'desk',
    'unknown-trackers',
    'fleet-control',
    'reconciliation',
    'contact-requests',
    'handled-events',
    'audit',
    'server',
  ]);
});

test('[SHELL-03] the menu is that of the source, and what is beyond it stands together', () => {
  expect(menuOf('admin').views).toEqual([
    ...['sinister', 'customers', 'device', 'users', 'groups', 'geofences', 'drivers', 'notifications'],
    ...['calendars', 'maintenance'],
  ]);
  expect(menuOf('admin').more).toEqual(
    expect.arrayContaining(['attributes', 'commands', 'unknown-trackers', 'sharing', 'audit']),
  );
  expect(menuOf('monitor').more).toEqual(expect.arrayContaining(['sharing', 'handled-events']));
  expect(menuOf('fleet').more).not.toContain('audit');
});
