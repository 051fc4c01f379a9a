import { expect, test } from 'vitest';
import { reportingDevice } from '../../../testing/reporting-device.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const { ask, world, kysely, published, services } = await createTestApp();
const supervisor = await world.person({ desk_role: 'supervisor' });
const operator = await world.person({ desk_role: 'operator', name: 'Ana Operadora' });
const colleague = await world.person({ desk_role: 'operator' });
const client = await world.person({ name: 'José Cliente' });

/** A car that everybody of these sees; its tracker is silent, so that commands wait. */
async function car() {
  const deviceId = await reportingDevice(kysely, world, { category: 'car' });
  for (const { id } of [supervisor, operator, colleague, client]) await world.link(id, { device: deviceId });
  return deviceId;
}

const block = (deviceId: number, as = operator.token, more: object = {}) =>
  ask('POST', '/api/blocks', { token: as, body: { deviceId, reason: 'theft', ...more } });
const release = (deviceId: number, as = client.token, more: object = {}) =>
  ask('POST', '/api/blocks/release', { token: as, body: { deviceId, reason: 'liguem', ...more } });
const withdraw = (id: number, as: string) =>
  ask('POST', `/api/blocks/${id}/withdraw`, { token: as, body: { reason: 'engano' } });
const read = async (id: number) => (await ask('GET', `/api/blocks/${id}`, { token: operator.token })).body;
const sentOf = (deviceId: number) =>
  kysely
    .selectFrom('sent_commands')
    .select(['type', 'state', 'reason'])
    .where('device_id', '=', deviceId)
    .orderBy('id')
    .execute();
/** As a client's that was let through by the pass phrase. */
const releaseOf = async (deviceId: number, as = operator) => {
  const { status, body } = await release(deviceId, as.token);
  expect([status, body.state, body.stateReason]).toEqual([200, 'requested', 'tracker']);
  await kysely.updateTable('block_requests').set({ asked_by: client.id }).where('id', '=', body.id).execute();
  return body.id as number;
};
const given = { type: 'engineResume', state: 'failed', reason: 'withdrawn' };
const queued = { type: 'engineStop', state: 'queued', reason: null };

test('[BLOCK-06] of a vehicle that is not blocked, whoever is not at the desk releases by the pass phrase alone', async () => {
  const deviceId = await car();
  const needs = async (as: string) =>
    (await ask('GET', `/api/blocks/check?deviceId=${deviceId}`, { token: as })).body.releaseNeedsPhrase;
  expect([await needs(client.token), await needs(operator.token)]).toEqual([true, false]);
  const silent = await release(deviceId);
  expect([silent.status, silent.body.code]).toEqual([403, 'pass-phrase-needed']);
  expect((await release(deviceId, client.token, { passPhrase: 'x' })).body.code).toBe('pass-phrase-not-set');
  const group = await world.group();
  const customer = await world.customer(group);
  await kysely.updateTable('devices').set({ customer_id: customer }).where('id', '=', deviceId).execute();
  const admin = await world.administrator();
  const said = { passPhrase: 'Jangada Azul' };
  const path = `/api/customers/${customer}/contacts`;
  const set = await ask('PUT', path, { token: admin.token, body: { contacts: [], ...said } });
  expect(set.status).toBe(200);
  await world.link(client.id, { group });
  expect((await release(deviceId, client.token, { passPhrase: 'barco' })).body.code).toBe(
    'pass-phrase-wrong',
  );
  expect(await sentOf(deviceId)).toEqual([]);
  expect((await release(deviceId, client.token, said)).body).toMatchObject({ state: 'requested' });
  expect((await block(deviceId)).status).toBe(200);
  const free = await car();
  expect((await release(free, operator.token)).status).toBe(200);
});

test('[BLOCK-02] [BLOCK-03] a release that never left gives way to a block of the desk, now or when it stops, and both are told', async () => {
  for (const when of ['now', 'standstill']) {
    const deviceId = await car();
    const id = await releaseOf(deviceId);
    published.length = 0;
    const made = await block(deviceId, operator.token, { when });
    expect(made.status).toBe(200);
    const gone = await read(id);
    expect(gone).toMatchObject({ state: 'withdrawn', stateReason: 'withdrawn', endedAt: expect.any(String) });
    expect(gone.history.at(-1)).toMatchObject({
      action: 'withdraw',
      userName: 'Ana Operadora',
      details: { madeWayFor: 'block' },
    });
    expect(await sentOf(deviceId)).toEqual(when === 'now' ? [given, queued] : [given]);
    const told = published.flatMap(({ topic, message }) =>
      topic === 'blocks'
        ? (message as { json: string }[]).map(({ json }) => JSON.parse(json) as { id: number; state: string })
        : [],
    );
    expect(told).toContainEqual(expect.objectContaining({ id, state: 'withdrawn' }));
    expect(told).toContainEqual(expect.objectContaining({ id: made.body.id }));
  }
});

test('[BLOCK-06] it gives way neither to a block of a client nor to one that is refused, and a command on the wire is not taken back', async () => {
  const deviceId = await car();
  const id = await releaseOf(deviceId);
  expect((await block(deviceId, client.token)).body.code).toBe('block-under-way');
  const phrase = await block(deviceId, operator.token, { reason: 'ownerRequest' });
  expect(phrase.body.code).toBe('pass-phrase-needed');
  await kysely.updateTable('devices').set({ category: 'person' }).where('id', '=', deviceId).execute();
  expect((await block(deviceId)).body.code).toBe('block-refused');
  // a batch goes on after a refusal, and commits
  const batch = {
    devicesId: [deviceId],
    groupsId: [],
    commandType: 'engineStop',
    block: { reason: 'theft' },
  };
  const [refused] = (await ask('POST', '/api/commands/batch', { token: operator.token, body: batch })).body;
  expect(refused).toMatchObject({ state: 'refused', code: 'block-refused' });
  expect((await read(id)).state).toBe('requested');
  await kysely.updateTable('devices').set({ category: 'car' }).where('id', '=', deviceId).execute();
  // taken to be sent, and its bytes are leaving: the clock has not seen it yet
  await kysely
    .updateTable('sent_commands')
    .set({ state: 'sent', sent_at: new Date().toISOString(), leaving_since: new Date().toISOString() })
    .where('device_id', '=', deviceId)
    .execute();
  const late = await block(deviceId);
  expect([late.status, late.body.code]).toEqual([409, 'block-under-way']);
  expect((await read(id)).state).toBe('requested');
  await kysely
    .updateTable('sent_commands')
    .set({ leaving_since: null })
    .where('device_id', '=', deviceId)
    .execute();
  await services.commands.blocks.lookAtClock();
  expect((await read(id)).state).toBe('sent');
  expect((await block(deviceId)).status).toBe(200);
});

test('[BLOCK-02] two at the desk who block at once over a release: one block is made, and the release is taken back once', async () => {
  const deviceId = await car();
  const id = await releaseOf(deviceId);
  const answers = await Promise.all([
    block(deviceId),
    block(deviceId, colleague.token),
    block(deviceId, supervisor.token),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('block-under-way');
  expect((await read(id)).history.map(({ action }: { action: string }) => action)).toEqual([
    'ask',
    'queue',
    'withdraw',
  ]);
  expect(await sentOf(deviceId)).toEqual([given, queued]);
});

test('[BLOCK-03] what somebody who is not at the desk left open is taken back by who is, and what a colleague asked for is not', async () => {
  const deviceId = await car();
  const left = await block(deviceId, client.token, { when: 'ignitionOff' });
  expect(left.body).toMatchObject({ state: 'waiting', askedAtDesk: false });
  expect((await block(deviceId)).body.code).toBe('block-under-way');
  const other = await world.person();
  await world.link(other.id, { device: deviceId });
  expect((await withdraw(left.body.id, other.token)).body.code).toBe('forbidden');
  expect((await withdraw(left.body.id, operator.token)).body.state).toBe('withdrawn');
  const own = await block(deviceId, colleague.token);
  expect(own.body.askedAtDesk).toBe(true);
  expect((await withdraw(own.body.id, operator.token)).body.code).toBe('forbidden');
  expect((await withdraw(own.body.id, client.token)).body.code).toBe('forbidden');
  expect((await withdraw(own.body.id, supervisor.token)).body.state).toBe('withdrawn');
});
