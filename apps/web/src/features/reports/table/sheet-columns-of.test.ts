import { expect, test } from 'vitest';
import { spreadsheetColumnsOf } from '../use-delivery.ts';

test('[REP-08] a route’s spreadsheet is asked for with the columns of its table, in its order', () => {
  const chosen = ['attributes.temp1', 'attributes.odometer', 'altitude', 'name', 'gone'];
  const requested = ['name', 'altitude', 'attributes.odometer', 'attributes.temp1'];
  expect(spreadsheetColumnsOf({ view: 'route' }, chosen)).toEqual(requested);
  expect(spreadsheetColumnsOf({ view: 'chart' }, chosen)).toEqual(requested);
  expect(spreadsheetColumnsOf({ view: 'route' }, undefined)).toBeUndefined();
  expect(spreadsheetColumnsOf({ view: 'trip' }, chosen)).toBeUndefined();
});
