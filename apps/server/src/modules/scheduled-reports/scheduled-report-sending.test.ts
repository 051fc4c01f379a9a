import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import type { ScheduledReport } from '@atalaia/contract/reports/scheduled-report';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { createMailer, type Mailer, mailFailure } from '../../platform/outbound/mail/mailer.ts';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import { startMailServer } from '../../platform/outbound/testing/mail-server.ts';
import { calendarFile } from '../../testing/calendar-file.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createScheduledReportsService } from './scheduled-reports-service.ts';

let mailer: Mailer | undefined;
const { ask, world, kysely, services } = await createTestApp({
  channels: { mailer: { send: async (mail) => mailer?.send(mail), close: () => mailer?.close() } },
});
const warnings: string[] = [];
const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
const beganMs = Date.UTC(2026, 5, 10, 11);
let nowMs = beganMs;
/** One of two processes. */
const process = () =>
  createScheduledReportsService({
    ...{ kysely, commit: services.commit, visibility: services.visibility, log, send: services.reports.send },
    ...{ readZone: async () => 'America/Sao_Paulo', nowMs: () => nowMs },
  });
const never = new AbortController().signal;
const [first, second] = [process(), process()];
const hourMs = 3_600_000;

async function openMailbox() {
  const server = await startMailServer();
  const settings = { url: server.url, from: 'atalaia@example.com' };
  mailer = createMailer(settings, createOutboundMetrics(new Registry()));
  onTestFinished(() => mailer?.close());
  return server;
}

/** A report of his own device, at eight each morning in São Paulo; looked at until an hour before the first one. */
async function schedule(calendar = calendarFile('20260610T110000Z', 'RRULE:FREQ=DAILY')) {
  const attributes = JSON.stringify({ timezone: 'America/Sao_Paulo' });
  const person = await world.person({ attributes });
  const device = await world.device();
  const insert = kysely.insertInto('calendars').values({ name: 'x', data: calendar }).returning('id');
  const { id: calendarId } = await insert.executeTakeFirstOrThrow();
  await world.link(person.id, { device, calendar: calendarId });
  const body = { name: 'x', type: 'summary', period: 'yesterday', deviceIds: [device], calendarId };
  const made = await ask('POST', '/api/scheduled-reports', { token: person.token, body });
  expect(made.status, made.text).toBe(200);
  const { id } = made.body;
  await lookedUntil(id, beganMs - hourMs);
  nowMs = beganMs;
  onTestFinished(async () => {
    await kysely.deleteFrom('scheduled_reports').where('id', '=', id).execute();
  });
  const read = async () =>
    (await ask('GET', `/api/scheduled-reports/${id}`, { token: person.token })).body as ScheduledReport;
  const outcomes = () =>
    kysely
      .selectFrom('audit')
      .select(['action', 'details'])
      .where('object_id', '=', id)
      .where('noun', '=', 'scheduledReport')
      .where('action', 'like', 'mail%')
      .execute();
  return { id, person, device, calendarId, read, outcomes };
}

async function lookedUntil(id: number, untilMs: number) {
  await kysely
    .updateTable('scheduled_report_runs')
    .set({ checked_until: new Date(untilMs).toISOString() })
    .where('report_id', '=', id)
    .execute();
}

test('[REP-08] when an event of its calendar begins the report is mailed, of the period as its owner means it', async () => {
  const mailbox = await openMailbox();
  const { id, person, read } = await schedule();
  nowMs = beganMs - 1;
  await first.sendDue(never);
  expect(mailbox.received).toEqual([]);
  nowMs = beganMs + 40_000;
  await first.sendDue(never);
  expect(mailbox.received.map(({ to }) => to)).toEqual([[person.email]]);
  const raw = mailbox.received[0]?.raw.replaceAll('=\r\n', '');
  expect(raw).toContain('de 09/06/2026 - 00:00:00 a 09/06/2026 - 23:59:59 (America/Sao_Paulo)');
  expect(raw).toContain(spreadsheetType);
  expect(await read()).toMatchObject({ lastSentAt: new Date(nowMs).toISOString(), lastError: null });
  const lines = await kysely
    .selectFrom('audit')
    .select(['action', 'user_id', 'address'])
    .where('noun', '=', 'scheduledReport')
    .where('object_id', '=', id)
    .where('action', '!=', 'create')
    .execute();
  expect(lines).toEqual([{ action: 'mail', user_id: person.id, address: null }]);
});

test('[REP-08] an event brings one mail, whatever runs twice: turns, processes and starts', async () => {
  const mailbox = await openMailbox();
  await schedule();
  await Promise.all([first.sendDue(never), second.sendDue(never)]);
  await first.sendDue(never);
  await process().sendDue(never);
  expect(mailbox.received).toHaveLength(1);
  nowMs += 24 * hourMs;
  await Promise.all([first.sendDue(never), second.sendDue(never)]);
  expect(mailbox.received).toHaveLength(2);
});

test('[REP-08] what was due while the server was down is sent within a day, and told where it is older', async () => {
  const mailbox = await openMailbox();
  const { read } = await schedule();
  nowMs = beganMs + 23 * hourMs;
  await first.sendDue(never);
  expect(mailbox.received).toHaveLength(1);

  const other = await schedule(calendarFile('20260610T110000Z'));
  nowMs = beganMs + 24 * hourMs + 1;
  await first.sendDue(never);
  expect((await other.read()).lastError).toBe('missed');
  expect(warnings.some((line) => line.includes('due over a day ago'))).toBe(true);
  expect((await read()).lastError).toBeNull();
  // the next day's of the first one
  expect(mailbox.received).toHaveLength(2);
});

test('[REP-08] [ROLE-01] it is made with its owner’s sight of that moment, and what keeps it is told', async () => {
  const mailbox = await openMailbox();
  const blind = await schedule();
  await kysely.deleteFrom('user_devices').where('user_id', '=', blind.person.id).execute();
  const without = await schedule();
  await kysely.deleteFrom('user_calendars').where('user_id', '=', without.person.id).execute();
  const ended = await schedule();
  await first.sendDue(new AbortController().signal);
  expect((await blind.read()).lastError).toBe('devices-unseen');
  expect((await without.read()).lastError).toBe('calendar-unseen');
  expect((await ended.read()).lastError).toBeNull();
  await kysely.updateTable('users').set({ disabled: true }).where('id', '=', ended.person.id).execute();
  nowMs += 24 * hourMs;
  await first.sendDue(never);
  await kysely.updateTable('users').set({ disabled: false }).where('id', '=', ended.person.id).execute();
  expect((await ended.read()).lastError).toBe('account-ended');
  expect(mailbox.received.map(({ to }) => to)).toEqual([[ended.person.email]]);
});

test('[REP-08] a mail that is refused for good, and one whose server stopped, are told at the report and in the audit', async () => {
  const mailbox = await openMailbox();
  const { id, read, outcomes } = await schedule();
  mailbox.refuse(550, 1);
  await first.sendDue(never);
  const failedAt = new Date(nowMs).toISOString();
  expect(await read()).toMatchObject({
    ...{ lastSentAt: null, lastError: 'failed', lastTriedAt: failedAt, nextTryAt: null },
  });
  expect(await outcomes()).toEqual([{ action: 'mail-failed', details: { name: 'x', fault: 'failed' } }]);

  await kysely
    .updateTable('scheduled_report_runs')
    .set({ sending_since: new Date(nowMs).toISOString(), last_error: null })
    .where('report_id', '=', id)
    .execute();
  nowMs += hourMs + 1;
  await first.sendDue(never);
  expect(await read()).toMatchObject({ lastError: 'interrupted', nextTryAt: null });
  expect(mailbox.received).toEqual([]);
});

test('[REP-08] what certainly did not go out is tried again, later each time, and the period stays that of its event', async () => {
  const mailbox = await openMailbox();
  const { read, outcomes } = await schedule();
  mailbox.refuse(451, 2);
  await first.sendDue(never);
  const { nextTryAt, lastError } = await read();
  expect(lastError).toBe('failed');
  expect(Date.parse(nextTryAt ?? '')).toBeGreaterThan(nowMs);
  await first.sendDue(never);
  expect(mailbox.received).toEqual([]);
  nowMs += 60_000;
  await first.sendDue(never);
  expect(Date.parse((await read()).nextTryAt ?? '')).toBeGreaterThan(nowMs);
  expect(await outcomes()).toEqual([]);

  nowMs += 15 * hourMs;
  await Promise.all([first.sendDue(never), second.sendDue(never)]);
  await first.sendDue(never);
  expect(mailbox.received).toHaveLength(1);
  const raw = mailbox.received[0]?.raw.replaceAll('=\r\n', '');
  expect(raw).toContain('de 09/06/2026 - 00:00:00');
  expect(raw).toMatch(/Message-ID: <report-\d+-\d+@example\.com>/);
  expect(await read()).toMatchObject({ lastError: null, nextTryAt: null });
  expect(await outcomes()).toEqual([{ action: 'mail', details: { name: 'x' } }]);
});

test('[REP-08] it is given up after six attempts, and the next event comes all the same', async () => {
  const { read, outcomes } = await schedule();
  const isTaken: boolean[] = [];
  mailer = {
    send: async () => {
      isTaken.push(isTaken.length === 6);
      if (!isTaken.at(-1)) throw mailFailure(Object.assign(new Error('not now'), { responseCode: 451 }));
    },
    close: () => undefined,
  };
  for (let attempt = 1; attempt <= 8; attempt++) {
    await first.sendDue(never);
    nowMs += 2 * hourMs;
  }
  expect(await read()).toMatchObject({ lastError: 'failed', nextTryAt: null });
  expect(await outcomes()).toEqual([{ action: 'mail-failed', details: { name: 'x', fault: 'failed' } }]);
  expect(isTaken).toHaveLength(6);
  nowMs = beganMs + 24 * hourMs;
  await first.sendDue(never);
  expect(isTaken).toHaveLength(7);
  expect((await read()).lastError).toBeNull();
});

test('[REP-08] what may have arrived is never sent again', async () => {
  const { read } = await schedule();
  let handedOver = 0;
  mailer = {
    send: async () => {
      handedOver += 1;
      throw mailFailure(Object.assign(new Error('silence'), { command: 'DATA', code: 'ETIMEDOUT' }));
    },
    close: () => undefined,
  };
  await first.sendDue(never);
  nowMs += hourMs;
  await first.sendDue(never);
  expect(handedOver).toBe(1);
  expect(await read()).toMatchObject({ lastError: 'unconfirmed', nextTryAt: null });
});

test('[REP-08] a server that stops gives back what it had not begun; another calendar ends what waits', async () => {
  const mailbox = await openMailbox();
  const { id, person, device, calendarId, read } = await schedule();
  mailbox.refuse(451, 1);
  await first.sendDue(never);
  expect((await read()).nextTryAt).not.toBeNull();
  const insert = kysely
    .insertInto('calendars')
    .values({ name: 'y', data: calendarFile('20300101T110000Z') })
    .returning('id');
  const { id: other } = await insert.executeTakeFirstOrThrow();
  await world.link(person.id, { calendar: other });
  const change = async (calendar: number) => {
    const body = {
      name: 'x',
      type: 'summary',
      period: 'yesterday',
      deviceIds: [device],
      calendarId: calendar,
    };
    const { token } = person;
    const answer = await ask('PUT', `/api/scheduled-reports/${id}`, { token, body });
    expect(answer.status, answer.text).toBe(200);
  };
  await change(other);
  expect((await read()).nextTryAt).toBeNull();

  await change(calendarId);
  await lookedUntil(id, beganMs - hourMs);
  const stopping = new AbortController();
  const looking = first.sendDue(stopping.signal);
  stopping.abort();
  await looking;
  nowMs += 60_000;
  await second.sendDue(never);
  expect(mailbox.received).toHaveLength(1);
});

test('[SCALE-04] a process that was stopped for over an hour while it made a report sends no mail, and writes over nothing', async () => {
  const server = await openMailbox();
  const { read, id } = await schedule();
  const made = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const stopped = createScheduledReportsService({
    ...{
      kysely,
      commit: services.commit,
      visibility: services.visibility,
      log,
      readZone: async () => 'America/Sao_Paulo',
      nowMs: () => nowMs,
    },
    async send(reader, wish) {
      made.resolve();
      await goOn.promise;
      await services.reports.send(reader, wish);
    },
  });
  const sending = stopped.sendDue(never);
  await made.promise;
  nowMs += hourMs + 1;
  await second.sendDue(never);
  expect(await read()).toMatchObject({ lastError: 'interrupted' });
  await kysely
    .updateTable('scheduled_report_runs')
    .set({ sending_since: new Date(nowMs).toISOString() })
    .where('report_id', '=', id)
    .execute();
  goOn.resolve();
  await sending;
  expect(server.received).toHaveLength(0);
  const run = kysely.selectFrom('scheduled_report_runs').selectAll().where('report_id', '=', id);
  expect(await run.executeTakeFirst()).toMatchObject({
    last_error: 'interrupted',
    next_try_at: null,
    sending_since: new Date(nowMs).toISOString(),
  });
});
