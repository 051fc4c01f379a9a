/** The desk's lists as spreadsheets: what is on the screen, of the same filters and the same vehicles. */
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAlarmScene } from '../../testing/alarm-scene.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { app, ask, kysely, world, services } = await createTestApp();
const scene = createAlarmScene(kysely, world, services.desk.openQueued);

async function sheetOf(path: string, token: string): Promise<string> {
  const answer = await app.inject({
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${token}`, accept: spreadsheetType },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe(spreadsheetType);
  const files = unzipSync(new Uint8Array(answer.rawPayload));
  return Object.entries(files)
    .filter(([name]) => name.endsWith('.xml'))
    .map(([, bytes]) => strFromU8(bytes))
    .join('\n');
}

const rowsOf = (sheet: string) => sheet.match(/<row[ >]/g)?.length ?? 0;
const period = (() => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  return `from=${at(-1)}&to=${at(1)}`;
})();

test('[DESK-13] the report of alarms as a spreadsheet has the rows of its filters and of the vehicles that one sees, no formula', async () => {
  const own = await world.device({ name: '=HYPERLINK("http://x";"y")' });
  const foreign = await world.device({ name: 'Alheio' });
  const operator = await scene.operator([own]);
  const alarm = await scene.alarm(own);
  await scene.alarm(foreign);
  await ask('POST', `/api/alarms/${alarm}/claim`, { token: operator.token, body: { expected: 'waiting' } });
  await ask('POST', `/api/alarms/${alarm}/close`, {
    token: operator.token,
    body: { expected: 'claimed', outcomeId: 2, note: '@SUM(1+1)' },
  });
  await scene.alarm(own, { label: 'sos' });
  const sheet = await sheetOf(`reports/alarms?${period}`, operator.token);
  for (const text of [
    'Até assumir',
    'Corte de energia',
    'SOS',
    'Alto',
    'Alarme falso',
    '@SUM(1+1)',
    '=HYPERLINK',
  ])
    expect(sheet).toContain(text);
  expect(sheet).not.toContain('Alheio');
  expect(sheet).not.toMatch(/<f[ >]/);
  // its head and two alarms
  expect(rowsOf(sheet)).toBe(3);
  const filtered = await sheetOf(`reports/alarms?${period}&severity=critical`, operator.token);
  expect(rowsOf(filtered)).toBe(2);
  const english = await scene.operator([own]);
  await kysely
    .updateTable('users')
    .set({ attributes: JSON.stringify({ language: 'en' }) })
    .where('id', '=', english.id)
    .execute();
  expect(await sheetOf(`reports/alarms?${period}`, english.token)).toContain('Closed in time');
});

test('[DESK-13] a report of more alarms than are read at once is whole and in its order, on screen and as a spreadsheet', async () => {
  const device = await world.device({ name: 'Muitos' });
  const operator = await scene.operator([device]);
  await sql`INSERT INTO alarm_claims (subject) VALUES (${device}) ON CONFLICT DO NOTHING`.execute(kysely);
  await sql`
    INSERT INTO alarms (kind, subject, severity, device_id, device_name, opened_at, first_event_at, last_event_at, claim_seconds,
      close_seconds, claim_due_at, close_due_at, due_at, closed_at)
    SELECT 'manual', ${device}, 1, ${device}, 'n ' || n, now() - n * interval '1 second', now(), now(), 60, 60, now(), now(), now(), now()
    FROM generate_series(1, 1500) AS n`.execute(kysely);
  const { body } = await ask('GET', `/api/reports/alarms?${period}`, { token: operator.token });
  const names = body.map(({ deviceName }: { deviceName: string }) => deviceName);
  expect(names).toEqual(Array.from({ length: 1500 }, (_, index) => `n ${index + 1}`));
  expect(rowsOf(await sheetOf(`reports/alarms?${period}`, operator.token))).toBe(1501);
  const page = await ask('GET', `/api/reports/alarms?${period}&limit=2&offset=1`, { token: operator.token });
  expect(page.body.map(({ deviceName }: { deviceName: string }) => deviceName)).toEqual(['n 2', 'n 3']);
  expect(page.headers['x-total-count']).toBe('1500');
});

test('[DESK-17] vehicles without communication as a spreadsheet are those of the search that one sees', async () => {
  const own = await world.device({ name: '+Mudo' });
  const other = await world.device({ name: 'Calado' });
  const foreign = await world.device({ name: 'Alheio' });
  const operator = await scene.operator([own, other]);
  for (const device of [own, other, foreign])
    await sql`INSERT INTO device_state (device_id, last_update, ignition) VALUES (${device}, now() - interval '90 hours', false)
      ON CONFLICT (device_id) DO UPDATE SET last_update = excluded.last_update, ignition = false`.execute(
      kysely,
    );
  await ask('PUT', `/api/no-communication/${own}`, {
    token: operator.token,
    body: { reason: '=cmd', userId: operator.id },
  });
  const sheet = await sheetOf('no-communication', operator.token);
  for (const text of ['Última comunicação', '+Mudo', 'Calado', '=cmd']) expect(sheet).toContain(text);
  expect(sheet).not.toContain('Alheio');
  expect(sheet).not.toMatch(/<f[ >]/);
  expect(rowsOf(await sheetOf('no-communication?keyword=mudo', operator.token))).toBe(2);
});
