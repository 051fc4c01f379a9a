/** What an administrator sets up of the services of others, on real HTTP services of the test's own. */

import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { createOutsideSystems } from '../../outside-systems.ts';
import { createInProcessBus, createReread } from '../../platform/bus/bus.ts';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import { startWebService } from '../../platform/outbound/testing/web-service.ts';
import { createChangeReader } from '../../queries/changes/change-reader.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createIntegrationsService } from './integrations-service.ts';

const environment = { GEOCODER_INTERVAL_MS: '0' };
const { ask, world, kysely, database, secrets, services } = await createTestApp({ environment });
const { token, id: adminId } = await world.administrator();
await kysely.updateTable('users').set({ phone: '+55 85 98888-0001' }).where('id', '=', adminId).execute();
const url = '/api/server/integrations';
const put = (integration: string, settings: object) =>
  ask('PUT', `${url}/${integration}`, { token, body: { settings } });
const stateOf = async (name: string) =>
  (await ask('GET', url, { token })).body.find(
    ({ integration }: { integration: string }) => integration === name,
  );
const settingOf = (state: { settings: { name: string }[] }, name: string) =>
  state.settings.find((one) => one.name === name);

test('[SRV-01] [NOT-01] an SMS service that is stored holds without a restart, sends, and is gone when it is forgotten', async () => {
  const service = await startWebService();
  const notificator = async () =>
    (await ask('GET', '/api/notifications/notificators', { token })).body.find(
      ({ type }: { type: string }) => type === 'sms',
    );
  expect([(await stateOf('sms')).isSetUp, (await notificator()).configured]).toEqual([false, false]);
  expect((await ask('POST', `${url}/sms/test`, { token })).status).toBe(409);

  const SMS_URL = `${service.url}/sms?key=topsecret`;
  const saved = await put('sms', { SMS_URL, SMS_BODY: 'to={phone}&text={text}' });
  expect([saved.status, saved.body.isSetUp]).toEqual([200, true]);
  expect(saved.text).not.toContain('topsecret');
  expect(settingOf(saved.body, 'SMS_URL')).toMatchObject({ source: 'stored', isSecret: true, value: null });
  expect([
    (await notificator()).configured,
    (await ask('GET', '/api/server', { token })).body.textEnabled,
  ]).toEqual([true, true]);
  const tried = await ask('POST', `${url}/sms/test`, { token });
  expect(tried.body).toEqual({ works: true, reason: null });
  expect(service.received.at(-1)?.url).toBe('/sms?key=topsecret');
  expect(service.received.at(-1)?.body).toContain('to=%2B5585988880001');

  expect((await put('sms', { SMS_URL: null, SMS_BODY: null })).body.isSetUp).toBe(false);
  expect((await notificator()).configured).toBe(false);
  expect((await ask('POST', `${url}/sms/test`, { token })).status).toBe(409);
});

test('[SEC-01] [SEC-03] what is stored is sealed, and the audit names the settings and no value', async () => {
  const service = await startWebService();
  await put('push', { PUSH_URL: `${service.url}/push?key=topsecret` });
  const { sealed } = await kysely
    .selectFrom('integration_settings')
    .select('sealed')
    .where('name', '=', 'PUSH_URL')
    .executeTakeFirstOrThrow();
  expect(secrets.isSealed(sealed)).toBe(true);
  expect(secrets.open(sealed)).toBe(`${service.url}/push?key=topsecret`);
  const line = await kysely
    .selectFrom('audit')
    .select('details')
    .where('noun', '=', 'server')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(line.details).toEqual({ integration: 'push', changed: ['PUSH_URL'] });
});

test('[SRV-01] a setting of the environment wins, says so, and is not changed here', async () => {
  const state = await stateOf('geocoder');
  expect(settingOf(state, 'GEOCODER_INTERVAL_MS')).toMatchObject({ source: 'environment', value: '0' });
  const refused = await put('geocoder', { GEOCODER_INTERVAL_MS: '500' });
  expect([refused.status, refused.body.details.fields]).toEqual([
    400,
    [{ path: 'settings.GEOCODER_INTERVAL_MS', message: 'is set by the environment' }],
  ]);
  // stored before the environment had it: the environment's counts
  await kysely
    .insertInto('integration_settings')
    .values({ name: 'GEOCODER_INTERVAL_MS', sealed: secrets.seal('9000') })
    .execute();
  expect(settingOf(await stateOf('geocoder'), 'GEOCODER_INTERVAL_MS')).toMatchObject({ value: '0' });
});

test('[SRV-01] what is sent goes where the environment says, whatever is stored', async () => {
  const service = await startWebService();
  const metrics = createOutboundMetrics(new Registry());
  const fixed = { SMS_URL: `${service.url}/of-the-environment` };
  const outside = createOutsideSystems({ environment: fixed, metrics, log: pino({ level: 'silent' }) });
  try {
    outside.integrationCalls.apply({ SMS_URL: `${service.url}/stored` });
    await outside.channels.sendSms?.('+5585', 'x');
    expect(service.received.map(({ url: path }) => path)).toEqual(['/of-the-environment']);
  } finally {
    await outside.stop();
  }
});

test('[API-03] a wrong setting, one of another service and two that do not go together are named, and nothing is stored', async () => {
  const before = (await ask('GET', url, { token })).body;
  const paths = async (integration: string, settings: object) => {
    const { status, body } = await put(integration, settings);
    return [status, body.details.fields.map(({ path }: { path: string }) => path)];
  };
  expect(await paths('sms', { SMS_URL: 'ftp://x' })).toEqual([400, ['settings.SMS_URL']]);
  expect(await paths('mail', { MAIL_URL: 'smtp://mail.example' })).toEqual([400, ['settings.MAIL_FROM']]);
  expect(await paths('sms', { MAIL_FROM: 'a@b.example' })).toEqual([400, ['settings.MAIL_FROM']]);
  expect((await ask('GET', url, { token })).body).toEqual(before);
});

test('[SEC-01] a stored mail password is never shown, stays while server and user stay, and goes to no other server', async () => {
  const MAIL_FROM = 'centre@example.com';
  await put('mail', { MAIL_URL: 'smtp://ana:topsecret@mail.example:587', MAIL_FROM });
  const shown = settingOf(await stateOf('mail'), 'MAIL_URL') as unknown as { value: string };
  expect(shown.value).toBe('smtp://ana:********@mail.example:587');
  const stored = async () => {
    const { sealed } = await kysely
      .selectFrom('integration_settings')
      .select('sealed')
      .where('name', '=', 'MAIL_URL')
      .executeTakeFirstOrThrow();
    return secrets.open(sealed);
  };
  expect((await put('mail', { MAIL_URL: 'smtps://ana:********@mail.example:465' })).status).toBe(200);
  expect(await stored()).toBe('smtps://ana:topsecret@mail.example:465');
  for (const other of ['smtps://ana:********@evil.example:465', 'smtps://eva:********@mail.example:465']) {
    const { status, body } = await put('mail', { MAIL_URL: other });
    expect([status, body.details.fields[0].path]).toEqual([400, 'settings.MAIL_URL']);
  }
  expect(await stored()).toBe('smtps://ana:topsecret@mail.example:465');
});

test('[SRV-01] the last failure of a service is shown with its time, until the service is set up anew', async () => {
  let answer = { status: 503, body: 'later' };
  const service = await startWebService(
    (response) => void response.writeHead(answer.status).end(answer.body),
  );
  await put('whatsapp', {
    WHATSAPP_URL: `${service.url}/wa`,
    WHATSAPP_BODY: '{"to":"{phone}","text":"{text}"}',
  });
  const tried = await ask('POST', `${url}/whatsapp/test`, { token });
  expect(tried.body).toEqual({ works: false, reason: 'whatsapp answered 503' });
  const failing = await stateOf('whatsapp');
  expect(failing.failure).toMatchObject({ reason: 'whatsapp answered 503' });
  expect(Date.parse(failing.failure.at)).toBeGreaterThan(Date.now() - 60_000);
  answer = { status: 200, body: '' };
  expect((await ask('POST', `${url}/whatsapp/test`, { token })).body.works).toBe(true);
  expect((await stateOf('whatsapp')).doneAt).not.toBeNull();
  await put('whatsapp', { WHATSAPP_METHOD: 'PUT' });
  expect((await stateOf('whatsapp')).failure).toBeNull();
});

test('[SRV-01] [ING-06] addresses come from a geocoder as soon as one is stored, and a test says why one does not work', async () => {
  const answer = { status: 200, body: 'Rua Augusta, 100' };
  const service = await startWebService(
    (response) => void response.writeHead(answer.status).end(answer.body),
  );
  await put('geocoder', { GEOCODER_URL: `${service.url}/reverse?lat={lat}&lon={lon}` });
  const place = '/api/server/geocode?latitude=-23.5505&longitude=-46.6333';
  expect((await ask('GET', place, { token })).text).toBe('Rua Augusta, 100');
  expect((await ask('POST', `${url}/geocoder/test`, { token })).body.works).toBe(true);
  await put('geocoder', { GEOCODER_URL: null });
  expect((await ask('GET', place, { token })).text).toBe('Sé, SP');
  await put('postalCodes', { POSTAL_CODE_URL: `${service.url}/ws/{cep}` });
  const tried = await ask('POST', `${url}/postalCodes/test`, { token });
  expect(tried.body).toEqual({
    works: false,
    reason: 'the service of postal codes answered with no address',
  });
});

test('[SCALE-03] what one process stores, another one goes over to, and what another key sealed sets nothing up', async () => {
  const service = await startWebService();
  const metrics = createOutboundMetrics(new Registry());
  const log = pino({ level: 'silent' });
  const outside = createOutsideSystems({ environment: {}, metrics, log });
  const bus = createInProcessBus(() => undefined);
  const parts = { bus, log, published: new Set<number>(), onExpired: () => undefined, everyMs: 20 };
  const reader = createChangeReader({ ...parts, pool: database.pool });
  const other = createIntegrationsService({
    ...{ kysely, secrets, commit: services.commit, integrationCalls: outside.integrationCalls },
    sendTest: async () => undefined,
  });
  await put('sms', { SMS_URL: `${service.url}/one` });
  const watch = createReread('integrations', other.apply, { bus, log });
  await reader.start();
  await watch.start();
  try {
    await outside.channels.sendSms?.('+5585', 'x');
    expect(service.received.at(-1)?.url).toBe('/one');
    await put('sms', { SMS_URL: `${service.url}/two` });
    await vi.waitFor(
      async () => {
        await outside.channels.sendSms?.('+5585', 'x');
        expect(service.received.at(-1)?.url).toBe('/two');
      },
      { timeout: 10_000 },
    );
    await kysely
      .updateTable('integration_settings')
      .set({ sealed: 'sealed:v1:00000000:AAAA' })
      .where('name', '=', 'SMS_URL')
      .execute();
    await other.apply();
    expect(outside.channels.sendSms).toBeUndefined();
    expect(settingOf(await stateOf('sms'), 'SMS_URL')).toMatchObject({ isUnreadable: true, value: null });
  } finally {
    watch.stop();
    await reader.stop();
    await outside.stop();
  }
});
