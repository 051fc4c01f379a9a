import { afterAll, beforeAll, expect, test } from 'vitest';
import { gt06Answer, gt06CommandAnswer, gt06Login } from './testing/gt06-packets.ts';
import { startIngest, type TestIngest } from './testing/start-ingest.ts';
import { connectTracker } from './testing/tracker-client.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.stop());

async function command(deviceId: number, type: string, more = { state: 'sent', silent: false }) {
  const { rows } = await server.database.pool.query<{ id: number }>(
    `INSERT INTO sent_commands (device_id, type, state, silent, expires_at) VALUES ($1, $2, $3, $4, 'infinity') RETURNING id`,
    [deviceId, type, more.state, more.silent],
  );
  return rows[0]?.id;
}

async function commandsOf(deviceId: number) {
  const { rows } = await server.database.pool.query(
    'SELECT type, state, answer, ended_at IS NOT NULL AS ended FROM sent_commands WHERE device_id = $1 ORDER BY id',
    [deviceId],
  );
  return rows;
}

async function eventsOf(deviceId: number) {
  const { rows } = await server.database.pool.query<{ attributes: object }>(
    `SELECT attributes FROM events WHERE device_id = $1 AND type = 'commandResult' ORDER BY id`,
    [deviceId],
  );
  return rows.map(({ attributes }) => attributes);
}

test('[CMD-05] an answer of the tracker answers the oldest command that waits for one, and each only once', async () => {
  const imei = '350000000000201';
  const deviceId = await server.addDevice(imei);
  await command(deviceId, 'positionSingle', { state: 'sent', silent: true });
  const first = await command(deviceId, 'engineStop');
  const second = await command(deviceId, 'getVersion');
  await command(deviceId, 'custom', { state: 'queued', silent: false });
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login(imei));
  for (const [at, text] of ['DYD=Success!', 'GT06N_V1', 'unasked'].entries()) {
    tracker.send(gt06CommandAnswer(text, at + 2));
  }
  await tracker.read(4 * gt06Answer(1, 1).length);
  await expect.poll(() => eventsOf(deviceId)).toHaveLength(3);
  expect(await eventsOf(deviceId)).toEqual([
    { result: 'DYD=Success!', commandId: first, commandType: 'engineStop', state: 'answered' },
    { result: 'GT06N_V1', commandId: second, commandType: 'getVersion', state: 'answered' },
    { result: 'unasked' },
  ]);
  expect(await commandsOf(deviceId)).toEqual([
    { type: 'positionSingle', state: 'sent', answer: null, ended: false },
    { type: 'engineStop', state: 'answered', answer: 'DYD=Success!', ended: true },
    { type: 'getVersion', state: 'answered', answer: 'GT06N_V1', ended: true },
    { type: 'custom', state: 'queued', answer: null, ended: false },
  ]);
  const events = server.published.events.flat().map(({ json }) => JSON.parse(json));
  expect(events.find(({ attributes }) => attributes.commandId === first)).toMatchObject({
    type: 'commandResult',
    attributes: { state: 'answered' },
  });
  tracker.end();
});

test('[CMD-05] the password of a tracker is masked in the event of its answer, and the command keeps the answer as it was', async () => {
  const imei = '350000000000202';
  const deviceId = await server.addDevice(imei, { devicePassword: '654321' });
  const commandId = await command(deviceId, 'getVersion');
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login(imei));
  tracker.send(gt06CommandAnswer('PWD 654321 OK', 2));
  await tracker.read(2 * gt06Answer(1, 1).length);
  await expect.poll(() => eventsOf(deviceId)).toHaveLength(1);
  expect(await eventsOf(deviceId)).toEqual([
    { result: 'PWD ****** OK', commandId: commandId, commandType: 'getVersion', state: 'answered' },
  ]);
  expect((await commandsOf(deviceId))[0]).toMatchObject({ answer: 'PWD 654321 OK' });
  tracker.end();
});
