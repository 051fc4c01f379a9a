/** Calls that clients of the field make and that are theirs alone: their addresses, and what they do here. */
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { expect, test } from 'vitest';
import { createTestApp } from '../test-app.ts';

const mails: { to: string; subject: string; text: string }[] = [];
let isRefused = (_to: string) => false;
const { ask, world, app, pool } = await createTestApp({
  channels: {
    mailer: {
      async send(mail) {
        const { DeliveryFailed } = await import('../../errors/outbound-errors.ts');
        if (isRefused(mail.to))
          throw new DeliveryFailed('refused', {
            certainlyNotSent: true,
            isLasting: true,
            isAboutRecipient: true,
          });
        mails.push(mail);
      },
      close: () => undefined,
    },
  },
});
const { token } = await world.administrator();

test('[API-02] a command goes to each device of a group and of those below it; a refused one says why', async () => {
  const group = await world.group();
  const below = await world.group({ group_id: group });
  const [one, two, off] = [
    await world.device({ group_id: group }),
    await world.device({ group_id: below }),
    await world.device({ group_id: group, disabled: true }),
  ];
  await world.device();
  const body = { type: 'rebootDevice', deviceId: 0 };
  const sent = await ask('POST', `/api/commands/send?groupId=${group}`, { token, body });
  expect(sent.status).toBe(202);
  expect(
    sent.body.map(({ deviceId, state, code }: Record<string, unknown>) => [deviceId, state, code]),
  ).toEqual([
    [one, 'queued', undefined],
    [two, 'queued', undefined],
    [off, 'refused', 'device-disabled'],
  ]);
  const none = await ask('POST', '/api/commands/send?groupId=0', { token, body });
  expect([none.status, none.body.details.fields[0].path]).toEqual([400, 'deviceId']);
  const alone = await world.group();
  await world.device({ group_id: alone, disabled: true });
  const refused = await ask('POST', `/api/commands/send?groupId=${alone}`, { token, body });
  expect(refused.body.code).toBe('device-disabled');
  const [stranger, reader] = [await world.person(), await world.person({ readonly: true })];
  await world.link(reader.id, { group });
  for (const [person, status] of [
    [stranger, 404],
    [reader, 403],
  ] as const) {
    const asked = { token: person.token, body };
    expect((await ask('POST', `/api/commands/send?groupId=${group}`, asked)).status).toBe(status);
  }
});

test('[API-02] who manages users sends them a word; whom it does not reach is named', async () => {
  const manager = await world.person({ user_limit: -1 });
  const [ana, rui] = [
    await world.person({ email: 'ana@example.com' }),
    await world.person({ email: 'rui@example.com' }),
  ];
  const unreached = [
    await world.person({ temporary: true }),
    await world.person({ disabled: true }),
    await world.person({ expiration_time: '2020-01-01T00:00:00Z' }),
  ];
  for (const { id } of [ana, rui, ...unreached]) await world.link(manager.id, { user: id });
  const send = (query = '', as = manager.token, by = 'mail') =>
    ask('POST', `/api/notifications/send/${by}${query}`, {
      ...{ token: as, body: { subject: 'Aviso', body: 'Volta <já>', digest: null } },
    });
  expect((await send()).status).toBe(204);
  const to = mails.splice(0).map((mail) => mail.to);
  expect(to).toEqual(expect.arrayContaining(['ana@example.com', 'rui@example.com']));
  expect(to, 'the manager himself').toHaveLength(3);
  for (const { email } of unreached) expect(to).not.toContain(email);
  isRefused = (address) => address === 'rui@example.com';
  const failed = await send(`?userId=${ana.id}&userId=${rui.id}`);
  expect([failed.status, failed.body.code, failed.body.message]).toEqual([
    ...[409, 'recipients-not-reached'],
    expect.stringContaining(`${rui.id}`),
  ]);
  expect(mails.splice(0)).toMatchObject([{ to: 'ana@example.com', subject: 'Aviso', text: 'Volta <já>' }]);
  expect((await send(`?userId=${(await world.person()).id}`)).status).toBe(404);
  expect((await send('', ana.token)).body.code).toBe('forbidden');
  expect((await send('', manager.token, 'web')).body.code).toBe('channel-not-set-up');
  const { rows } = await pool.query(
    `SELECT details FROM audit WHERE action = 'send' AND user_id = $1 ORDER BY id`,
    [manager.id],
  );
  expect(rows.map(({ details }) => details)).toEqual([
    { notificator: 'mail', subject: 'Aviso', users: 3 },
    { notificator: 'mail', subject: 'Aviso', users: 1 },
  ]);
  const counted = [];
  for (let more = 0; more < 3; more += 1) counted.push((await send()).status);
  expect(counted, 'five a minute, three of them are above').toEqual([409, 409, 429]);
  mails.splice(0);
});

test('[API-02] [REP-08] the devices that one sees come as a spreadsheet, and by mail', async () => {
  const headers = { authorization: `Bearer ${token}` };
  const sheet = await app.inject({ url: '/api/reports/devices/xlsx', headers });
  expect([sheet.statusCode, sheet.headers['content-type']]).toEqual([200, spreadsheetType]);
  expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK');
  expect((await ask('GET', '/api/reports/devices/mail', { token })).status).toBe(204);
  await expect.poll(() => mails.length, { timeout: 20_000 }).toBe(1);
  expect(mails[0]).toMatchObject({ subject: 'Dispositivos' });
});
