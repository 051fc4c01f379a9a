import { expect, test } from 'vitest';
import { reportingDevice } from '../../testing/reporting-device.ts';
import { createTestApp } from '../../testing/test-app.ts';

const texts: string[][] = [];
const { ask, world, kysely } = await createTestApp({
  channels: { sendSms: async (phone, text) => void texts.push([phone, text]) },
});
const silent = await createTestApp();
const admin = await world.administrator();
const { token } = admin;

const send = (body: object, as = token) => ask('POST', '/api/commands/send', { token: as, body });
const batch = (body: object, as = token) => ask('POST', '/api/commands/batch', { token: as, body });

async function historyOf(deviceId: number, as = token) {
  return (await ask('GET', `/api/commands/sent?deviceId=${deviceId}`, { token: as })).body;
}

test('[AUTH-13] [CMD-01] the types of a device are those that its protocol can say, with what a form asks for each', async () => {
  const types = async (query: string) => (await ask('GET', `/api/commands/types${query}`, { token })).body;
  expect((await ask('GET', '/api/commands/types')).status).toBe(401);
  const tracker = await reportingDevice(kysely, world, { protocol: 'gt06' });
  const named = (list: { type: string }[]) => list.map(({ type }) => type);
  const gt06 = await types(`?deviceId=${tracker}`);
  expect(named(gt06)).toContain('engineStop');
  expect(named(gt06)).not.toContain('requestPhoto');
  expect(gt06.find(({ type }: { type: string }) => type === 'positionPeriodic').parameters).toEqual([
    { name: 'frequency', key: 'frequency', valueType: 'number', minimum: 0, unit: 's' },
  ]);
  const phone = await reportingDevice(kysely, world, { protocol: 'osmand' });
  expect(await types(`?deviceId=${phone}`)).toEqual([]);
  expect(named(await types(`?deviceId=${phone}&textChannel=true`))).toEqual(['custom']);
  expect(named(await types(`?deviceId=${await world.device()}`))).toContain('engineStop');
  expect(named(await types(''))).toContain('custom');
  expect(named(await types('?protocol=gt06'))).toEqual(named(gt06));
  expect(named(await types('?protocol=osmand&textChannel=true'))).toEqual(['custom']);
  expect(await types('?protocol=none')).toEqual([]);
});

test('[CMD-03] a type is required; text channel and id are not', async () => {
  const deviceId = await reportingDevice(kysely, world);
  const refused = await send({ deviceId });
  expect([refused.status, refused.body.details.fields[0].path]).toEqual([400, 'type']);
  expect((await send({ deviceId, type: 'rebootDevice' })).status).toBe(202);
});

test('[CMD-02] every parameter that does not fit is named by its path', async () => {
  const deviceId = await reportingDevice(kysely, world);
  const fieldsOf = async (type: string, attributes: object) =>
    (await send({ deviceId, type, attributes })).body.details?.fields?.map(
      ({ path }: { path: string }) => path,
    );
  expect(await fieldsOf('positionPeriodic', { frequency: -1 })).toEqual(['attributes.frequency']);
  expect(await fieldsOf('positionPeriodic', { frequency: 1.5 })).toEqual(['attributes.frequency']);
  expect(await fieldsOf('setConnection', { server: ' ', port: 65_536 })).toEqual([
    'attributes.server',
    'attributes.port',
  ]);
  expect(await fieldsOf('outputControl', { index: 'one' })).toEqual(['attributes.index', 'attributes.data']);
  expect(await fieldsOf('dance', {})).toEqual(['type']);
  expect(await fieldsOf('positionPeriodic', { frequency: 1 })).toEqual(['attributes']);
});

test('[CMD-01] what the device’s protocol has no words for is refused, saying what it has', async () => {
  const tracker = await reportingDevice(kysely, world, { protocol: 'gt06' });
  const refused = await send({ deviceId: tracker, type: 'requestPhoto' });
  expect([refused.status, refused.body.code]).toEqual([400, 'command-not-supported']);
  expect(refused.body.details.types).toContain('engineStop');
  const phone = await reportingDevice(kysely, world, { protocol: 'osmand' });
  expect((await send({ deviceId: phone, type: 'engineResume' })).body.code).toBe('command-not-supported');
});

test('[CMD-05] a command for a device that is away is queued, and the person and its history say so', async () => {
  const deviceId = await reportingDevice(kysely, world);
  const attributes = { frequency: 60 };
  const sent = await send({ deviceId, type: 'positionPeriodic', attributes, description: 'a cada minuto' });
  expect([sent.status, sent.body]).toEqual([
    202,
    {
      id: 0,
      deviceId,
      type: 'positionPeriodic',
      textChannel: false,
      description: 'a cada minuto',
      attributes,
      sentId: sent.body.sentId,
      state: 'queued',
    },
  ]);
  expect(await historyOf(deviceId)).toMatchObject([
    { id: sent.body.sentId, state: 'queued', userId: admin.id, sentTime: null, answer: null, batchId: null },
  ]);
  const audited = await kysely
    .selectFrom('audit')
    .select(['user_id', 'details'])
    .where('noun', '=', 'command')
    .where('action', '=', 'send')
    .where('object_id', '=', sent.body.sentId)
    .execute();
  expect(audited).toEqual([
    { user_id: admin.id, details: { deviceId, type: 'positionPeriodic', textChannel: false } },
  ]);
});

test('[ROLE-01] the history of a device is seen by who sees the device', async () => {
  const deviceId = await reportingDevice(kysely, world);
  const [watcher, stranger] = [await world.person(), await world.person()];
  await world.link(watcher.id, { device: deviceId });
  await send({ deviceId, type: 'rebootDevice' });
  await send({ deviceId, type: 'getVersion' });
  const seen = await ask('GET', '/api/commands/sent', { token: watcher.token });
  expect(seen.body.map(({ type }: { type: string }) => type)).toEqual(['getVersion', 'rebootDevice']);
  const before = seen.body[0].id;
  const older = await ask('GET', `/api/commands/sent?before=${before}&limit=1&state=queued`, {
    token: watcher.token,
  });
  expect(older.body).toMatchObject([{ type: 'rebootDevice' }]);
  expect((await ask('GET', '/api/commands/sent', { token: stranger.token })).body).toEqual([]);
});

// a client that knows no blocks is not refused: its block waits until the vehicle stops (BLOCK-07)
const block = { reason: 'theft' };

test('[CMD-07] a block above the speed, with an old fix or with none is refused, saying how things stand', async () => {
  const refusalOf = async (deviceId: number) => {
    const refused = await send({ deviceId, type: 'engineStop', block });
    return [refused.status, refused.body.code, refused.body.details?.reasons, refused.body.details?.speedKph];
  };
  const needs = 'block-needs-confirmation';
  const driving = await reportingDevice(kysely, world, { speedKph: 60 });
  expect(await refusalOf(driving)).toEqual([403, needs, ['too-fast'], 60]);
  const old = await reportingDevice(kysely, world, { ageMs: 301_000 });
  expect(await refusalOf(old)).toEqual([403, needs, ['fix-too-old'], 0]);
  expect(await refusalOf(await reportingDevice(kysely, world, { valid: false }))).toEqual([
    403,
    needs,
    ['no-fix'],
    null,
  ]);
  expect(await refusalOf(await world.device())).toEqual([403, needs, ['no-fix'], null]);
  expect(await historyOf(driving)).toEqual([]);
  const standing = await reportingDevice(kysely, world, { speedKph: 5 });
  expect((await send({ deviceId: standing, type: 'engineStop' })).status).toBe(202);
  const confirmation = { reason: 'roubo confirmado por telefone' };
  expect((await send({ deviceId: driving, type: 'engineStop', confirmation: { reason: ' ' } })).status).toBe(
    400,
  );
  expect((await send({ deviceId: driving, type: 'engineStop', confirmation })).status).toBe(202);
  expect(await historyOf(driving)).toMatchObject([{ type: 'engineStop', confirmation: confirmation.reason }]);
  // what is not on the wire yet is taken back, not released (BLOCK-04)
  expect((await send({ deviceId: driving, type: 'engineResume' })).body.code).toBe('block-under-way');
});

test('[CMD-07] the server’s settings say how fast, how old and for how long a block may wait', async () => {
  const fast = { speedKph: 60, ageMs: 500_000 };
  const deviceId = await reportingDevice(kysely, world, fast);
  const setting = (attributes: object) => ask('PUT', '/api/server', { token, body: { attributes } });
  const waitsMinutes = ({ queuedTime, expiresTime }: Record<string, string>) =>
    (Date.parse(expiresTime ?? '') - Date.parse(queuedTime ?? '')) / 60_000;
  await setting({ blockMaxSpeedKph: 80, blockMaxFixAgeMinutes: 30, blockExpiryMinutes: 3 });
  expect((await send({ deviceId, type: 'engineStop' })).status).toBe(202);
  expect(waitsMinutes((await historyOf(deviceId))[0])).toBeCloseTo(3);
  expect((await setting({ blockMaxSpeedKph: 'fast' })).status).toBe(400);
  // one that stands there all the same counts as absent
  await kysely
    .updateTable('server_settings')
    .set({ attributes: { blockMaxSpeedKph: 'fast' } })
    .execute();
  const other = await reportingDevice(kysely, world, fast);
  expect((await send({ deviceId: other, type: 'engineStop', block })).status).toBe(403);
  const near = await reportingDevice(kysely, world);
  await send({ deviceId: near, type: 'engineStop' });
  expect(waitsMinutes((await historyOf(near))[0])).toBeCloseTo(10);
});

test('[CMD-06] by SMS a command goes to the device’s phone in its tracker’s words; without a phone it is refused', async () => {
  const deviceId = await reportingDevice(kysely, world, {
    protocol: 'teltonika',
    phone: '+55 11 98888-7777',
  });
  texts.length = 0;
  const sent = await send({ deviceId, type: 'getVersion', textChannel: true });
  expect([sent.status, sent.body.state, sent.body.textChannel]).toEqual([200, 'sent', true]);
  expect(texts).toEqual([['+55 11 98888-7777', '  getver']]);
  expect(await historyOf(deviceId)).toMatchObject([{ state: 'sent', textChannel: true }]);
  const phoneless = await reportingDevice(kysely, world);
  const refused = await send({ deviceId: phoneless, type: 'getVersion', textChannel: true });
  expect([refused.status, refused.body.code]).toEqual([400, 'device-without-phone']);
  expect(await historyOf(phoneless)).toEqual([]);
});

test('[CMD-06] where no SMS service is set up, that is said', async () => {
  const { token: other } = await silent.world.administrator();
  const deviceId = await reportingDevice(silent.kysely, silent.world, { phone: '11988887777' });
  const body = { deviceId, type: 'getVersion', textChannel: true };
  const refused = await silent.ask('POST', '/api/commands/send', { token: other, body });
  expect([refused.status, refused.body.code]).toEqual([400, 'sms-not-set-up']);
});

test('[CMD-01] a saved command is kept, offered for devices that take it, and sent by its id', async () => {
  const person = await world.person();
  const deviceId = await reportingDevice(kysely, world);
  const other = await reportingDevice(kysely, world, { protocol: 'osmand' });
  await world.link(person.id, { device: deviceId });
  await world.link(person.id, { device: other });
  const body = { type: 'custom', description: 'Consulta', attributes: { data: 'STATUS#' } };
  const made = await ask('POST', '/api/commands', { token: person.token, body });
  expect(made.body).toEqual({ id: made.body.id, deviceId: 0, textChannel: false, ...body });
  const sendable = async (id: number) =>
    (await ask('GET', `/api/commands/send?deviceId=${id}`, { token: person.token })).body;
  expect(await sendable(deviceId)).toEqual([made.body]);
  expect(await sendable(other)).toEqual([]);
  const sent = await send({ id: made.body.id, deviceId, type: 'engineStop' }, person.token);
  expect([sent.status, sent.body.id, sent.body.type]).toEqual([202, made.body.id, 'custom']);
  const broken = await ask('POST', '/api/commands', { token: person.token, body: { type: 'custom' } });
  expect(broken.body.details.fields).toMatchObject([{ path: 'attributes.data' }]);
  const foreign = { ...body, deviceId: await world.device() };
  expect((await ask('POST', '/api/commands', { token: person.token, body: foreign })).body.code).toBe(
    'reference-not-found',
  );
});

test('[ROLE-06] who is limited sends only commands saved for him, and saves none himself', async () => {
  const person = await world.person({ limit_commands: true });
  const deviceId = await reportingDevice(kysely, world);
  const group = await world.group();
  await world.link(person.id, { device: deviceId, group });
  const body = { type: 'rebootDevice', description: 'Reiniciar' };
  const [own, ofGroup] = [
    (await ask('POST', '/api/commands', { token, body })).body.id,
    (await ask('POST', '/api/commands', { token, body })).body.id,
  ];
  await world.link(person.id, { command: own });
  await kysely.insertInto('group_commands').values({ group_id: group, command_id: ofGroup }).execute();
  const codeOf = async (sent: object) => {
    const { status, body: answer } = await send({ deviceId, ...sent }, person.token);
    return status < 300 ? status : answer.code;
  };
  expect(await codeOf({ type: 'rebootDevice' })).toBe('commands-limited');
  expect(await codeOf({ id: ofGroup })).toBe('commands-limited');
  expect(await codeOf({ id: own })).toBe(202);
  const offered = await ask('GET', `/api/commands/send?deviceId=${deviceId}`, { token: person.token });
  expect(offered.body.map(({ id }: { id: number }) => id)).toEqual([own]);
  const saving = await ask('POST', '/api/commands', { token: person.token, body });
  expect([saving.status, saving.body.code]).toEqual([403, 'commands-limited']);
  const changing = await ask('PUT', `/api/commands/${own}`, { token: person.token, body });
  expect(changing.body.code).toBe('commands-limited');
  const many = { devicesId: [deviceId], groupsId: [], commandType: 'rebootDevice' };
  expect((await batch(many, person.token)).body.code).toBe('commands-limited');
  const everybody = await world.person();
  await world.link(everybody.id, { device: deviceId });
  await ask('PUT', '/api/server', { token, body: { limitCommands: true } });
  expect((await send({ deviceId, type: 'rebootDevice' }, everybody.token)).status).toBe(403);
  await ask('PUT', '/api/server', { token, body: { limitCommands: false } });
  expect((await send({ deviceId, type: 'rebootDevice' }, everybody.token)).status).toBe(202);
});

test('[CMD-04] a batch reaches devices and groups with those below, and says of each what became of it', async () => {
  const above = await world.group();
  const below = await world.group({ group_id: above });
  const [safe, fast, phone, alone] = [
    await reportingDevice(kysely, world, { group_id: below }),
    await reportingDevice(kysely, world, { group_id: above, speedKph: 90 }),
    await reportingDevice(kysely, world, { group_id: above, protocol: 'osmand' }),
    await reportingDevice(kysely, world),
  ];
  const { status, body } = await batch({
    devicesId: [alone, safe],
    groupsId: [above],
    commandType: 'engineStop',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject([
    { deviceId: safe, state: 'queued' },
    {
      deviceId: fast,
      state: 'refused',
      code: 'block-needs-confirmation',
      details: { reasons: ['too-fast'] },
    },
    { deviceId: phone, state: 'refused', code: 'command-not-supported' },
    { deviceId: alone, state: 'queued' },
  ]);
  const [one] = await historyOf(safe);
  expect(body.map(({ batchId }: { batchId?: string }) => batchId)).toEqual([
    one.batchId,
    undefined,
    undefined,
    one.batchId,
  ]);
  const ofBatch = await ask('GET', `/api/commands/sent?batchId=${one.batchId}`, { token });
  expect(ofBatch.body.map(({ deviceId }: { deviceId: number }) => deviceId)).toEqual(
    [alone, safe].toSorted((a, b) => b - a),
  );
  const confirmation = { reason: 'operação policial' };
  const again = await batch({ devicesId: [fast], groupsId: [], commandType: 'engineStop', confirmation });
  expect(again.body).toMatchObject([{ deviceId: fast, state: 'queued' }]);
});

test('[CMD-04] devices and groups may stand in the address; nothing named, or no type, is refused by its field', async () => {
  const [first, second] = [await reportingDevice(kysely, world), await reportingDevice(kysely, world)];
  const url = `/api/commands/batch?devicesIds=${first}&devicesIds=${second}`;
  const answer = await ask('POST', url, { token, body: { type: 'rebootDevice' } });
  expect(answer.body).toMatchObject([{ deviceId: first }, { deviceId: second }]);
  const pathsOf = async (body: object) =>
    (await batch(body)).body.details.fields.map(({ path }: { path: string }) => path);
  expect(await pathsOf({ devicesId: [], groupsId: [], commandType: 'engineStop' })).toEqual([
    'devicesId',
    'groupsId',
  ]);
  expect(await pathsOf({ devicesId: [first], groupsId: [] })).toEqual(['commandType']);
  expect(await pathsOf({ devicesId: [first], groupsId: [], commandType: 'custom' })).toEqual(['commandType']);
});

test('[CMD-04] [ROLE-01] a batch that names what is not seen is refused by name, and nothing of it is sent', async () => {
  const person = await world.person();
  const [own, foreign] = [await reportingDevice(kysely, world), await reportingDevice(kysely, world)];
  const group = await world.group();
  await world.link(person.id, { device: own });
  const both = { devicesId: [own, foreign], groupsId: [], commandType: 'rebootDevice' };
  const refused = await batch(both, person.token);
  expect([refused.status, refused.body.message]).toEqual([404, `no device ${foreign}`]);
  const grouped = await batch(
    { devicesId: [own], groupsId: [group], commandType: 'rebootDevice' },
    person.token,
  );
  expect([grouped.status, grouped.body.message]).toEqual([404, `no group ${group}`]);
  expect(await historyOf(own)).toEqual([]);
});

test('[CMD-05] [CMD-04] a disabled device takes no command, and a batch says so of it alone', async () => {
  const [disabled, other] = [await reportingDevice(kysely, world), await reportingDevice(kysely, world)];
  await kysely.updateTable('devices').set({ disabled: true }).where('id', '=', disabled).execute();
  const { status, body } = await send({ deviceId: disabled, type: 'rebootDevice' });
  expect([status, body.code]).toEqual([400, 'device-disabled']);
  const answers = (await batch({ commandType: 'rebootDevice', devicesId: [disabled, other] })).body;
  expect(answers).toMatchObject([
    { deviceId: disabled, state: 'refused', code: 'device-disabled' },
    { deviceId: other, state: 'queued' },
  ]);
  expect(await historyOf(disabled)).toEqual([]);
});
