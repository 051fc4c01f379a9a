/** The way of a command from its request to its tracker and back, over real sockets. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gt06 } from '@atalaia/protocols/gt06/gt06';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { gt06Answer, gt06CommandAnswer, gt06Location, gt06Login } from '../../ingest/testing/gt06-packets.ts';
import { startIngest } from '../../ingest/testing/start-ingest.ts';
import { connectTracker } from '../../ingest/testing/tracker-client.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { answerPatienceMs } from './commands-service.ts';

const { ask, world, kysely, database, bus, deviceConnections, services, published } = await createTestApp();
const server = await startIngest({ bus, deviceConnections }, database);
afterAll(() => server.stop());
const { token } = await world.administrator();

const answerBytes = gt06Answer(0x01, 1).length;
let lastImei = 350_000_000_001_000;

async function gt06Device() {
  const imei = String(++lastImei);
  const deviceId = await world.device({ unique_id: imei });
  bus.publish('deviceRegistry', { deviceIds: [deviceId] });
  return { imei, deviceId };
}

/** Signs in; what the server says behind its answers is kept as text. */
async function signIn(imei: string) {
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login(imei));
  await tracker.read(answerBytes);
  return {
    ...tracker,
    words: () =>
      [
        ...tracker
          .received()
          .toString('latin1')
          .matchAll(/[A-Z][A-Za-z]+[,\d]*#/g),
      ].map(([word]) => word),
    drive: (speedKph: number, serial: number) =>
      tracker.send(gt06Location({ timeMs: Math.floor(Date.now() / 1000) * 1000, speedKph }, serial)),
  };
}

const send = (deviceId: number, type: string, more: object = {}) =>
  ask('POST', '/api/commands/send', { token, body: { deviceId, type, ...more } });

async function statesOf(deviceId: number) {
  const { body } = await ask('GET', `/api/commands/sent?deviceId=${deviceId}`, { token });
  return body.map(({ type, state }: Record<string, string>) => `${type} ${state}`).reverse();
}

/** Attributes of a device's events that came by the live channel. */
function eventsOf(deviceId: number): { type: string; attributes: Record<string, unknown> }[] {
  return published
    .filter(({ topic }) => topic === 'events')
    .flatMap(({ message }) => message as { deviceId: number; json: string }[])
    .filter((fragment) => fragment.deviceId === deviceId)
    .map(({ json }) => JSON.parse(json))
    .filter(({ attributes }) => attributes.commandId !== undefined);
}

const confirmation = { reason: 'roubo' };

test('[CMD-05] a command leaves at once on the connection of its tracker, and its answer is the command’s', async () => {
  const { imei, deviceId } = await gt06Device();
  const tracker = await signIn(imei);
  const types = await ask('GET', `/api/commands/types?deviceId=${deviceId}`, { token });
  expect(types.body).toHaveLength(gt06.commands?.types.length ?? 0);
  const sent = await send(deviceId, 'engineStop', { confirmation });
  expect([sent.status, sent.body.state]).toEqual([200, 'sent']);
  await expect.poll(tracker.words).toEqual(['Relay,1#']);
  expect(await statesOf(deviceId)).toEqual(['engineStop sent']);
  tracker.send(gt06CommandAnswer('RELAY:ON OK', 2));
  await expect.poll(() => statesOf(deviceId)).toEqual(['engineStop answered']);
  const [command] = (await ask('GET', `/api/commands/sent?deviceId=${deviceId}`, { token })).body;
  expect(command).toMatchObject({ answer: 'RELAY:ON OK', confirmation: 'roubo', reason: null });
  expect(eventsOf(deviceId)).toMatchObject([
    {
      type: 'commandResult',
      attributes: {
        result: 'RELAY:ON OK',
        commandId: sent.body.sentId,
        commandType: 'engineStop',
        state: 'answered',
      },
    },
  ]);
  tracker.end();
});

test('[CMD-05] a command for a tracker that has just signed in waits until its claim is committed, and leaves at once', async () => {
  const { imei, deviceId } = await gt06Device();
  const lock = await database.pool.connect();
  await lock.query('BEGIN');
  await lock.query('LOCK TABLE device_state IN SHARE MODE');
  const tracker = await signIn(imei);
  let isAnswered = false;
  const sent = send(deviceId, 'engineResume').finally(() => {
    isAnswered = true;
  });
  await expect.poll(() => statesOf(deviceId)).toEqual(['engineResume queued']);
  await sleep(200);
  expect([isAnswered, tracker.words()]).toEqual([false, []]);
  await lock.query('COMMIT');
  lock.release();
  expect((await sent).body.state).toBe('sent');
  await expect.poll(tracker.words).toEqual(['Relay,0#']);
  tracker.end();
});

test('[CMD-05] [ING-07] what waits for a tracker that is away goes out in order when it signs in, once', async () => {
  const { imei, deviceId } = await gt06Device();
  for (const type of ['engineResume', 'getVersion', 'positionSingle']) {
    expect((await send(deviceId, type)).status).toBe(202);
  }
  const tracker = await signIn(imei);
  await expect.poll(tracker.words).toEqual(['Relay,0#', 'VERSION#', 'WHERE#']);
  await expect.poll(() => eventsOf(deviceId)).toHaveLength(3);
  expect(eventsOf(deviceId)[0]).toMatchObject({
    type: 'queuedCommandSent',
    attributes: { commandType: 'engineResume', state: 'sent' },
  });
  tracker.end();
  await tracker.closed;
  const again = await signIn(imei);
  again.drive(0, 2);
  await again.read(2 * answerBytes);
  expect(again.words()).toEqual([]);
  expect(await statesOf(deviceId)).toEqual(['engineResume sent', 'getVersion sent', 'positionSingle sent']);
  again.end();
});

test('[CMD-07] a queued block that expired is never sent, and who watches is told', async () => {
  const { imei, deviceId } = await gt06Device();
  const { body } = await send(deviceId, 'engineStop', { confirmation });
  await sql`UPDATE sent_commands SET expires_at = now() - interval '1 second' WHERE id = ${body.sentId}`.execute(
    kysely,
  );
  const tracker = await signIn(imei);
  await send(deviceId, 'getVersion');
  await expect.poll(tracker.words).toEqual(['VERSION#']);
  await services.commands.endOverdue();
  expect(await statesOf(deviceId)).toEqual(['engineStop expired', 'getVersion sent']);
  expect(eventsOf(deviceId)).toMatchObject([
    {
      type: 'commandResult',
      attributes: { commandId: body.sentId, commandType: 'engineStop', state: 'expired' },
    },
  ]);
  const audited = kysely
    .selectFrom('audit')
    .select(['action', 'user_id'])
    .where('object_id', '=', body.sentId);
  expect(await audited.where('noun', '=', 'command').orderBy('id').execute()).toMatchObject([
    { action: 'send' },
    { action: 'expire', user_id: null },
  ]);
  tracker.drive(0, 2);
  await tracker.read(2 * answerBytes + 1);
  expect(tracker.words()).toEqual(['VERSION#']);
  tracker.end();
});

test('[CMD-07] a block that was safe when it was queued waits for a fix that says that it still is', async () => {
  const { imei, deviceId } = await gt06Device();
  const parked = await signIn(imei);
  parked.drive(0, 2);
  await parked.read(2 * answerBytes);
  parked.end();
  await parked.closed;
  await expect.poll(() => deviceConnections.protocolOf(deviceId)).toBeUndefined();
  expect((await send(deviceId, 'engineStop')).status).toBe(202);
  expect((await send(deviceId, 'getVersion')).status).toBe(202);
  // the last fix is of before the connection was lost
  await sql`UPDATE device_state SET fix_time = fix_time - interval '6 minutes' WHERE device_id = ${deviceId}`.execute(
    kysely,
  );
  const driving = await signIn(imei);
  driving.drive(90, 2);
  await driving.read(2 * answerBytes);
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(driving.words()).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  driving.drive(3, 3);
  await expect.poll(driving.words, { timeout: 5000 }).toEqual(['Relay,1#', 'VERSION#']);
  driving.end();
});

test('[CMD-07] after a restart what is queued is still there, and what was sent is not sent again', async () => {
  const { imei, deviceId } = await gt06Device();
  const row = { device_id: deviceId, expires_at: new Date(Date.now() + 60_000).toISOString() };
  await kysely
    .insertInto('sent_commands')
    .values([
      { ...row, type: 'engineStop', state: 'sent' },
      { ...row, type: 'rebootDevice', state: 'queued' },
    ])
    .execute();
  await services.commands.start();
  const tracker = await signIn(imei);
  await expect.poll(tracker.words).toEqual(['RESET#']);
  tracker.end();
});

test('[CMD-05] a command that no tracker answers fails in time, and one that needs no answer does not', async () => {
  const { deviceId } = await gt06Device();
  const long = new Date(Date.now() - answerPatienceMs - 1000).toISOString();
  const row = { device_id: deviceId, expires_at: long, sent_at: long, state: 'sent' };
  await kysely
    .insertInto('sent_commands')
    .values([
      { ...row, type: 'engineStop' },
      { ...row, type: 'positionSingle', silent: true },
      { ...row, type: 'getVersion', sent_at: new Date().toISOString() },
    ])
    .execute();
  await services.commands.endOverdue();
  expect(await statesOf(deviceId)).toEqual(['engineStop failed', 'positionSingle sent', 'getVersion sent']);
  expect(eventsOf(deviceId)).toMatchObject([{ attributes: { state: 'failed', reason: 'no-answer' } }]);
});

test('[CMD-04] a batch leaves on every connection and waits for those that are away', async () => {
  const [here, away] = [await gt06Device(), await gt06Device()];
  const tracker = await signIn(here.imei);
  const body = { devicesId: [here.deviceId, away.deviceId], groupsId: [], commandType: 'engineResume' };
  const answer = await ask('POST', '/api/commands/batch', { token, body });
  expect(answer.body).toMatchObject([
    { deviceId: here.deviceId, state: 'sent' },
    { deviceId: away.deviceId, state: 'queued' },
  ]);
  await expect.poll(tracker.words).toEqual(['Relay,0#']);
  tracker.end();
});

test('[CMD-04] after a batch over nobody, the next command leaves as ever', async () => {
  const groupId = await world.group();
  const body = { devicesId: [], groupsId: [groupId], commandType: 'engineResume' };
  expect((await ask('POST', '/api/commands/batch', { token, body })).body).toEqual([]);
  const { imei, deviceId } = await gt06Device();
  const tracker = await signIn(imei);
  expect((await send(deviceId, 'engineResume')).body.state).toBe('sent');
  await expect.poll(tracker.words).toEqual(['Relay,0#']);
  tracker.end();
});
