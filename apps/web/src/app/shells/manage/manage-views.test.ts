import { expect, test } from 'vitest';
import { manageViewOf, manageViews, mayManage } from './manage-views.ts';

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

test('[SHELL-03] [ROUTE-10] an administrator has every view, a monitor all but the server', () => {
  expect(manageViews.filter((view) => !mayManage(view, 'admin'))).toEqual([]);
  expect(manageViews.filter((view) => !mayManage(view, 'monitor'))).toEqual(['server']);
});

test('[SHELL-07] a fleet has no customers and no server, and a client no users either', () => {
  expect(manageViews.filter((view) => !mayManage(view, 'fleet'))).toEqual(['customers', 'server']);
  expect(manageViews.filter((view) => !mayManage(view, 'client'))).toEqual(['customers', 'users', 'server']);
});
