import { spreadsheetType } from '@atalaia/contract/report-query';
import { readSheet } from 'read-excel-file/universal';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, app, world, kysely, told } = await createTestApp();
const admin = await world.administrator();
const csv = { 'content-type': 'text/csv' };

const importOf = (noun: string, token: string, body: string | Buffer, query = '?preview=true') =>
  ask('POST', `/api/imports/${noun}${query}`, { token, body, headers: csv });
const countOf = async (table: 'devices' | 'customers' | 'audit') =>
  (await kysely.selectFrom(table).select('id').execute()).length;
const lines = (...rows: string[]) => rows.join('\n');

test('imports are nothing for strangers, nor for who may only read', async () => {
  expect((await importOf('devices', 'made-up', 'x')).status).toBe(401);
  expect((await ask('GET', '/api/imports/devices/template')).status).toBe(401);
  const reader = await world.person({ readonly: true, device_limit: -1 });
  const bound = await world.person({ device_readonly: true, device_limit: -1 });
  expect((await importOf('devices', reader.token, 'x')).body.code).toBe('account-readonly');
  expect((await importOf('customers', reader.token, 'x')).body.code).toBe('account-readonly');
  expect((await importOf('devices', bound.token, 'x')).body.code).toBe('devices-readonly');
});
