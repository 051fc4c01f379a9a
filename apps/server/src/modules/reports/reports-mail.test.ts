import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import { strFromU8, unzipSync } from 'fflate';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { createMailer, type Mailer } from '../../platform/outbound/mail/mailer.ts';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import { startMailServer } from '../../platform/outbound/testing/mail-server.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createReportsService } from './reports-service.ts';

let mailer: Mailer | undefined;
const { ask, world, kysely, pool, logLines } = await createTestApp({
  // whichever server the test has started
  channels: { mailer: { send: async (mail) => mailer?.send(mail), close: () => mailer?.close() } },
});
await pool.query(
  `CREATE TABLE positions_test PARTITION OF positions FOR VALUES FROM ('2026-05-01') TO ('2026-07-01')`,
);
const person = await world.person({ attributes: JSON.stringify({ timezone: 'America/Sao_Paulo' }) });
const device = await world.device({ name: 'Ônix' });
await world.link(person.id, { device });
const query = `deviceId=${device}&from=2026-06-01T03:00:00Z&to=2026-06-02T02:59:00Z`;

/** The thread of reports starts with the first. */
const patience = { timeout: 10_000 };

async function openMailbox() {
  const server = await startMailServer();
  const settings = { url: server.url, from: 'atalaia@example.com' };
  mailer = createMailer(settings, createOutboundMetrics(new Registry()));
  onTestFinished(() => mailer?.close());
  return server;
}

const mail = (path: string, token = person.token) => ask('GET', `/api/reports/${path}`, { token });

async function auditOf(action: string) {
  const lines = await kysely
    .selectFrom('audit')
    .select(['user_id', 'details'])
    .where('noun', '=', 'report')
    .where('action', '=', action)
    .execute();
  return lines.map(({ user_id, details }) => ({ userId: user_id, details }));
}

/** The one attached file, of a mail in one part of text and one of base64. */
function attachmentOf(raw: string): { readonly heading: string; readonly bytes: Uint8Array } {
  const [, heading = '', body = ''] =
    /(Content-Type:\s+application\/vnd[\s\S]*?)\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw) ?? [];
  return { heading, bytes: Buffer.from(body, 'base64') };
}

test('[REP-08] a report is mailed to the address of who asks, with the spreadsheet attached, in his words and zone', async () => {
  const mailbox = await openMailbox();
  for (const path of [`summary/mail?${query}`, `summary?${query}&mail=true&_dc=1`]) {
    const { status, text } = await mail(path);
    expect([status, text]).toEqual([204, '']);
  }
  await expect.poll(() => mailbox.received.length, patience).toBe(2);
  for (const { to, raw } of mailbox.received) {
    expect(to).toEqual([person.email]);
    expect(raw.replaceAll('=\r\n', '')).toContain(
      'de 01/06/2026 - 00:00:00 a 01/06/2026 - 23:59:00 (America/Sao_Paulo)',
    );
    const { heading, bytes } = attachmentOf(raw);
    expect(heading).toContain(spreadsheetType);
    expect(heading).toContain('filename=relatorio.xlsx');
    const cells = Object.entries(unzipSync(bytes))
      .filter(([name]) => name.endsWith('.xml'))
      .map(([, file]) => strFromU8(file));
    expect(cells.join('')).toContain('Ônix');
  }
  await expect.poll(() => auditOf('mail'), patience).toHaveLength(2);
  const details = {
    kind: 'summary',
    devices: 1,
    from: '2026-06-01T03:00:00.000Z',
    to: '2026-06-02T02:59:00.000Z',
  };
  expect((await auditOf('mail'))[0]).toEqual({ userId: person.id, details });
});

test('[REP-08] [ROLE-01] what can be known at once is refused at once, and nothing is mailed', async () => {
  const mailbox = await openMailbox();
  const foreign = await world.device();
  expect(
    (await mail(`trips/mail?deviceId=${foreign}&from=2026-06-01T03:00:00Z&to=2026-06-02T03:00:00Z`)).status,
  ).toBe(404);
  expect((await mail(`trips/mail?deviceId=${device}`)).status).toBe(400);
  expect(mailbox.received).toEqual([]);
});

test('[REP-08] a mail that the server does not take is noted where an administrator reads it', async () => {
  const mailbox = await openMailbox();
  mailbox.refuse(550, 1);
  expect((await mail(`stops/mail?${query}`)).status).toBe(204);
  await expect.poll(() => auditOf('mail-failed'), patience).toHaveLength(1);
  expect(logLines.some((line) => line.includes('a report could not be mailed'))).toBe(true);
  expect(mailbox.received).toEqual([]);
});

const readPerson = async () => ({
  userId: person.id,
  administrator: false,
  user: await kysely.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow(),
});

test('[REP-08] twenty mails are on their way at once; one more is refused until one has left', async () => {
  const leave: (() => void)[] = [];
  const service = createReportsService({
    brandMail: async (_userId, mail) => mail,
    kysely,
    readServer: async () => ({}) as PublicServerSettings,
    log: { error: () => undefined },
    channels: {
      mailer: {
        send: () => new Promise<void>((resolve) => leave.push(resolve)),
        close: () => undefined,
      },
    },
    thread: { make: async function* () {}, count: async () => undefined, stop: async () => undefined },
  });
  const caller = { ...(await readPerson()), address: '10.0.0.1', via: 'bearer', session: undefined } as const;
  const mailOne = () => service.mailSheet(caller, 'devices', async function* () {});
  for (let mails = 0; mails < 20; mails += 1) mailOne();
  expect(mailOne).toThrow('too many reports are being mailed');
  await expect.poll(() => leave.length).toBe(20);
  leave.shift()?.();
  await expect.poll(() => attempt(mailOne)).toBe(true);
  await expect.poll(() => leave.length).toBe(20);
  for (const goOn of leave) goOn();
});

function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

test('[REP-08] a spreadsheet that is larger than a mail carries is given up half-way and not mailed', async () => {
  const reader = await readPerson();
  const megabyte = new Uint8Array(1024 * 1024);
  let [made, ended, sent] = [0, 0, 0];
  const service = createReportsService({
    brandMail: async (_userId, mail) => mail,
    kysely,
    readServer: async () => ({}) as PublicServerSettings,
    log: { error: () => undefined },
    channels: {
      mailer: {
        async send() {
          sent += 1;
        },
        close: () => undefined,
      },
    },
    thread: {
      async *make() {
        try {
          for (; made < 100; made += 1) yield megabyte;
        } finally {
          ended += 1;
        }
      },
      count: async () => undefined,
      stop: async () => undefined,
    },
  });
  const report = {
    kind: 'summary',
    deviceIds: [device],
    groupIds: [],
    eventTypes: [],
    period: 'yesterday',
  } as const;
  const sending = service.send(reader, {
    ...{ ...report, atMs: 0, messageKey: 'x' },
    requireClaim: async () => undefined,
  });
  await expect(sending).rejects.toMatchObject({ code: 'report-too-large' });
  expect([made, ended, sent]).toEqual([20, 1, 0]);
});
