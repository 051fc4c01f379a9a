/** What clients may see of the desk's work, and what they never see: a robber may hold the phone. */
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createAlarmScene, type QueuedEventParts } from '../../testing/alarm-scene.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, kysely, world, services, published } = await createTestApp();
const scene = createAlarmScene(kysely, world, services.desk.openQueued);
const admin = await world.administrator();

const allow = (clientsSeeHandling: boolean) =>
  ask('PUT', '/api/desk/settings', { token: admin.token, body: { clientsSeeHandling } });
beforeEach(() => allow(true));

const act = (alarm: number, way: string, body: object = {}) =>
  ask('POST', `/api/alarms/${alarm}/${way}`, { token: admin.token, body });
const claim = (alarm: number) => act(alarm, 'claim', { expected: 'waiting' });
const close = (alarm: number, note?: string) =>
  act(alarm, 'close', {
    expected: 'claimed',
    outcomeId: 2,
    overrideReason: 'x',
    ...(note !== undefined && { note }),
  });

/** A vehicle, its client, and what he sees. */
async function vehicle() {
  const device = await world.device();
  const client = await world.person({ name: 'Dona Rita' });
  await world.link(client.id, { device });
  const { token } = client;
  const told = async (path: string) => (await ask('GET', path, { token })).body;
  return {
    ...{ device, client, token, told },
    handling: () => told('/api/alarms/handling'),
    /** What his live connection would be sent. */
    async live() {
      const [fragment] = await services.desk.handlings({ alarmIds: [], deviceIds: [device] });
      const { alarms } = JSON.parse(fragment?.json ?? '{}');
      expect(fragment?.isNothing).toBe(alarms && alarms.length === 0);
      return alarms;
    },
    eventOf: async (alarm: number) => {
      const { rows } = await sql<{ id: number }>`
        SELECT event_id AS id FROM alarm_events WHERE alarm_id = ${alarm} ORDER BY event_id LIMIT 1`.execute(
        kysely,
      );
      return rows[0]?.id ?? 0;
    },
    openAlarms: async (): Promise<number[]> =>
      (await told('/api/events/open-alarms')).map(({ id }: { id: number }) => id),
  };
}

/** An alarm of a kind that clients may know of, which somebody works on. */
async function worked() {
  const parts = await vehicle();
  const alarm = await scene.alarm(parts.device);
  await claim(alarm);
  return { ...parts, alarm };
}

test('[DESK-12] a client is told that his alarm is worked on, and its outcome for a day, where the setting allows it', async () => {
  const { device, alarm, handling, live, eventOf } = await worked();
  const stranger = await vehicle();
  await scene.alarm(stranger.device);
  const working = [{ alarmId: alarm, deviceId: device, eventIds: [await eventOf(alarm)], state: 'working' }];
  expect(await handling()).toMatchObject(working);
  expect(await live()).toMatchObject(working);
  await allow(false);
  expect([await handling(), await live()]).toEqual([[], []]);
  await allow(true);
  await close(alarm);
  expect(await handling()).toMatchObject([{ state: 'closed', outcomeName: 'Alarme falso' }]);
  await sql`UPDATE alarms SET closed_at = now() - interval '25 hours' WHERE id = ${alarm}`.execute(kysely);
  expect(await handling()).toEqual([]);
});

/** Each kind of alarm that suppresses news to clients, opened on a vehicle; and how it ends. */
const hidden: Readonly<Record<string, (device: number) => Promise<() => Promise<unknown>>>> = {
  ...Object.fromEntries(
    (
      [
        ['SOS', { label: 'sos' }],
        ['tow', { label: 'tow' }],
        ['suspected tow', { type: 'suspectedTow' }],
        ['jamming', { label: 'jamming' }],
        ['suspected jamming', { type: 'suspectedJamming' }],
        ['SOS among other labels', { label: 'vibration, sos' }],
      ] satisfies [string, QueuedEventParts][]
    ).map(([name, parts]) => [
      name,
      async (device: number) => {
        const before = await scene.openAlarmOf(device);
        const alarm = await scene.alarm(device, parts);
        expect(alarm).not.toBe(before);
        return () => sql`UPDATE alarms SET closed_at = now() WHERE id = ${alarm}`.execute(kysely);
      },
    ]),
  ),
  'an SOS whose alarm opens in a moment': async (device) => {
    await scene.event(device, { label: 'sos' });
    return async () => {
      await services.desk.openQueued();
      await sql`UPDATE alarms SET closed_at = now() WHERE device_id = ${device} AND alarm = 'sos'`.execute(
        kysely,
      );
    };
  },
  'a tow that waits whether it goes on': async (device) => {
    const alarm = await scene.alarm(device, { label: 'tow' });
    await sql`UPDATE alarms SET pending_until = now() + interval '5 minutes' WHERE id = ${alarm}`.execute(
      kysely,
    );
    return () => sql`UPDATE alarms SET closed_at = now() WHERE id = ${alarm}`.execute(kysely);
  },
  duress: async (device) => {
    const alarm = await scene.openAlarmOf(device);
    await act(alarm, 'duress');
    const { rows } = await sql`SELECT FROM alarms WHERE id = ${alarm} AND duress_at IS NOT NULL`.execute(
      kysely,
    );
    expect(rows).toHaveLength(1);
    return () => sql`UPDATE alarms SET duress_at = NULL WHERE id = ${alarm}`.execute(kysely);
  },
  'a call about a theft': async (deviceId) => {
    const body = { reason: 'reportedTheft', deviceId };
    const opened = await ask('POST', '/api/alarms', { token: admin.token, body });
    expect(opened.status).toBe(200);
    return () => sql`UPDATE alarms SET closed_at = now() WHERE id = ${opened.body.id}`.execute(kysely);
  },
  'a theft case': async (device) => {
    const id = await world.sinister(device);
    return () => sql`UPDATE sinisters SET status = 'closed' WHERE id = ${id}`.execute(kysely);
  },
};

test.each(Object.keys(hidden))(
  '[DESK-12] [PROC-03] while there is open on a vehicle: %s, its client sees what he saw before, and nothing new of any of its alarms',
  async (kind) => {
    const { device, alarm, handling, live, client } = await worked();
    const before = await handling();
    expect(before).toMatchObject([{ state: 'working' }]);
    const end = await hidden[kind]?.(device);
    expect([await handling(), await live()]).toEqual([before, undefined]);
    // one event joins what he sees, another opens a new alarm, and nobody works on it any more
    await scene.event(device);
    await services.desk.openQueued();
    const during = await scene.alarm(device, { label: 'tampering' });
    await act(alarm, 'release', { expected: 'claimed' });
    expect([await handling(), await live()]).toEqual([before, undefined]);
    // another vehicle of his is none of its business
    const other = await world.device();
    await world.link(client.id, { device: other });
    const elsewhere = await scene.alarm(other);
    expect(await handling()).toEqual([
      expect.objectContaining({ alarmId: elsewhere, state: 'open' }),
      ...before,
    ]);
    await end?.();
    const after = await handling();
    expect(after).toMatchObject([
      { alarmId: elsewhere },
      { alarmId: during, state: 'open' },
      { alarmId: alarm, state: 'open' },
    ]);
    expect(await live()).toEqual(after.slice(1));
  },
);

test('[DESK-12] [PROC-03] from an SOS through the theft case that follows it a client sees what he saw before both; then how it ended', async () => {
  const { device, handling, live } = await vehicle();
  const alarm = await scene.alarm(device);
  const before = await handling();
  expect(before).toMatchObject([{ alarmId: alarm, state: 'open' }]);
  const sos = await scene.alarm(device, { label: 'sos' });
  await claim(sos);
  const theft = await world.sinister(device);
  expect(await handling()).toEqual(before);
  await close(sos);
  expect(await handling()).toEqual(before);
  await close(alarm);
  expect([await handling(), await live()]).toEqual([before, undefined]);
  await sql`UPDATE sinisters SET status = 'closed', closed_at = now() WHERE id = ${theft}`.execute(kysely);
  const after = [{ alarmId: alarm, state: 'closed', outcomeName: 'Alarme falso' }];
  expect(await handling()).toMatchObject(after);
  expect(await live()).toMatchObject(after);
});

test('[DESK-12] what was closed before an SOS came stays as it ended, for its day', async () => {
  const { device, alarm, handling } = await worked();
  // an earlier one of a hidden kind is never sent
  await close(await scene.alarm(device, { label: 'tow' }));
  await close(alarm);
  const before = await handling();
  expect(before).toMatchObject([{ state: 'closed', outcomeName: 'Alarme falso' }]);
  await scene.alarm(device, { label: 'sos' });
  expect(await handling()).toEqual(before);
  await sql`UPDATE alarms SET closed_at = now() - interval '25 hours', opened_at = now() - interval '26 hours' WHERE id = ${alarm}`.execute(
    kysely,
  );
  expect(await handling()).toEqual([]);
});

test('[DESK-12] an SOS that the desk handles stays as it was for the client: event, comments, list, siren', async () => {
  const { device, told, openAlarms, eventOf, token } = await vehicle();
  const alarm = await scene.alarm(device, { label: 'sos' });
  const event = await eventOf(alarm);
  await sql`
    INSERT INTO device_state (device_id, siren_event_id) VALUES (${device}, ${event})
    ON CONFLICT (device_id) DO UPDATE SET siren_event_id = excluded.siren_event_id`.execute(kysely);
  const picture = async () => ({
    one: await told(`/api/events/${event}`),
    list: await told(`/api/events?deviceId=${device}`),
    unhandled: await told(`/api/events?deviceId=${device}&handled=false`),
    handled: await told(`/api/events?deviceId=${device}&handled=true`),
    comments: await told(`/api/events/${event}/comments`),
    open: await openAlarms(),
    siren: (await told('/api/live/snapshot')).siren,
  });
  const before = await picture();
  expect(before).toMatchObject({ open: [event], siren: [true], handled: [] });
  await claim(alarm);
  published.length = 0;
  await close(alarm, 'polícia a caminho');
  expect(await picture()).toEqual(before);
  const [sent] = published.flatMap(({ topic, message }) =>
    topic === 'events' ? (message as { json: string; forClients: unknown }[]) : [],
  );
  expect([JSON.parse(sent?.json ?? '{}').handledBy, sent?.forClients]).toEqual([expect.any(String), null]);
  const asDesk = await ask('GET', `/api/events/${event}`, { token: admin.token });
  expect(asDesk.body.handledAt).not.toBeNull();
  // what he says himself handles it for him
  const body = { comment: 'foi sem querer' };
  expect((await ask('POST', `/api/events/${event}/comment`, { token, body })).status).toBe(200);
  expect(await told(`/api/events/${event}`)).toMatchObject({ handledBy: 'Dona Rita' });
  expect((await told(`/api/events/${event}/comments`)).map(({ comment }: typeof body) => comment)).toEqual([
    'foi sem querer',
  ]);
  expect(await openAlarms()).toEqual([]);
  expect((await told('/api/live/snapshot')).siren).toEqual([false]);
});

test('[DESK-12] what somebody of the desk comments on is untold while an SOS is open, and stays untold after it', async () => {
  const { device, told, openAlarms } = await vehicle();
  const sos = await scene.alarm(device, { label: 'sos' });
  const plain = await world.event(device, 'ignitionOn');
  const alarm = await scene.alarm(device);
  const { body: open } = await ask('GET', `/api/events?deviceId=${device}&alarm=powerCut`, {
    token: admin.token,
  });
  const events = [plain, open[0].id];
  const before = await openAlarms();
  for (const id of events) {
    const body = { comment: 'viatura enviada' };
    expect((await ask('POST', `/api/events/${id}/comment`, { token: admin.token, body })).status).toBe(200);
  }
  expect(await openAlarms()).toEqual(before);
  await claim(sos);
  await close(sos);
  for (const id of events) {
    expect(await told(`/api/events/${id}`)).toMatchObject({ handledAt: null, handledBy: null });
    expect(await told(`/api/events/${id}/comments`)).toEqual([]);
  }
  const { rows } = await sql`SELECT FROM alarms WHERE id = ${alarm} AND closed_at IS NOT NULL`.execute(
    kysely,
  );
  expect(rows).toHaveLength(1);
});

test('[DESK-12] [EVT-04] an ordinary event that the desk closes is handled for the client too; who and how only where the setting allows it', async () => {
  const { device, told, openAlarms, eventOf } = await vehicle();
  await allow(false);
  const first = await scene.alarm(device);
  const silent = await eventOf(first);
  await claim(first);
  await close(first, 'cliente avisado');
  expect(await openAlarms()).toEqual([]);
  expect(await told(`/api/events/${silent}`)).toMatchObject({
    handledAt: expect.any(String),
    handledBy: null,
  });
  expect(await told(`/api/events/${silent}/comments`)).toEqual([]);
  await allow(true);
  const second = await scene.alarm(device);
  const event = await eventOf(second);
  await claim(second);
  await close(second, 'cliente avisado');
  expect((await told(`/api/events/${event}`)).handledBy).not.toBeNull();
  expect(await told(`/api/events/${event}/comments`)).toMatchObject([
    { comment: 'Alarme falso: cliente avisado' },
  ]);
});

test('[DESK-12] no message goes to a client because the desk took or closed an SOS', async () => {
  const { device, client } = await vehicle();
  const alarm = await scene.alarm(device, { label: 'sos' });
  const queued = async () =>
    (
      await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM notification_deliveries WHERE user_id = ${client.id}`.execute(
        kysely,
      )
    ).rows[0]?.count;
  const before = await queued();
  published.length = 0;
  await claim(alarm);
  await act(alarm, 'note', { note: 'ligando' });
  await close(alarm);
  expect(await queued()).toBe(before);
  expect(published.filter(({ topic }) => topic === 'notificationDeliveries')).toEqual([]);
  const notices = published
    .filter(({ topic }) => topic === 'deskNotices')
    .flatMap(({ message }) => message as { userId: number }[]);
  expect(notices.filter(({ userId }) => userId === client.id)).toEqual([]);
});
