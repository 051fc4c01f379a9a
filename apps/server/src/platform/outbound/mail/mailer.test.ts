import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { createOutboundMetrics } from '../outbound-metrics.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { createMailer } from './mailer.ts';

function mailerTo(url: string) {
  const settings = { url, from: 'Atalaia <atalaia@example.com>' };
  const mailer = createMailer(settings, createOutboundMetrics(new Registry()));
  if (!mailer) throw new Error('settings make a mailer');
  onTestFinished(() => mailer.close());
  return mailer;
}

test('[ING-08] a mail arrives with its texts and its file', async () => {
  const server = await startMailServer();
  await mailerTo(server.url).send({
    to: 'ana@example.com',
    subject: 'Relatório',
    text: 'veja',
    html: '<p>veja</p>',
    attachments: [{ filename: 'rota.csv', contentType: 'text/csv', content: 'a;b' }],
    messageKey: 'event-7',
  });
  expect(server.received).toHaveLength(1);
  const [{ from, to, raw } = { from: '', to: [], raw: '' }] = server.received;
  expect({ from, to }).toEqual({ from: 'atalaia@example.com', to: ['ana@example.com'] });
  expect(raw).toContain('Message-ID: <event-7@example.com>');
  expect(raw).toContain('filename=rota.csv');
  expect(raw).toContain('Subject: =?UTF-8?Q?Relat=C3=B3rio?=');
});

test('[ING-08] a line break in a subject or an address begins no header and adds nobody', async () => {
  const server = await startMailServer();
  const mailer = mailerTo(server.url);
  await mailer.send({ to: 'ana@example.com', subject: 'x\r\nBcc: eva@example.com', text: 'y' });
  expect(server.received[0]?.to).toEqual(['ana@example.com']);
  expect(server.received[0]?.raw).not.toMatch(/^Bcc:/m);
  const two = mailer.send({ to: 'ana@example.com,\r\neva@example.com', subject: 'x', text: 'y' });
  await two.catch(() => undefined);
  expect(server.received.flatMap(({ to }) => to)).not.toContain('eva@example.com');
});

test.each([
  [451, { mayRepeat: true, status: 451 }],
  [550, { mayRepeat: false, isLasting: true, status: 550 }],
])('the answer %i of a mail server says whether it may be tried again', async (status, expected) => {
  const server = await startMailServer();
  server.refuse(status, 1);
  const sending = mailerTo(server.url).send({ to: 'ana@example.com', subject: 'x', text: 'y' });
  await expect(sending).rejects.toMatchObject(expected);
});

test('no mail server at the address: certainly not sent', async () => {
  const sending = mailerTo('smtp://127.0.0.1:1').send({ to: 'ana@example.com', subject: 'x', text: 'y' });
  await expect(sending).rejects.toMatchObject({ mayRepeat: true });
});

test('[COM-01] [ING-08] a sender that the mail server does not know closes the mail of no other company', async () => {
  const server = await startMailServer('ola@aguia.exmaple');
  const mailer = mailerTo(server.url);
  const mail = { to: 'ana@example.com', subject: 'x', text: 'y' };
  const from = { name: 'Águia', address: 'ola@aguia.exmaple' };
  for (let sent = 0; sent < 6; sent += 1)
    await expect(mailer.send({ ...mail, from })).rejects.toMatchObject({ status: 450, mayRepeat: true });
  await mailer.send(mail);
  expect(server.received.map((one) => one.from)).toEqual(['atalaia@example.com']);
});
