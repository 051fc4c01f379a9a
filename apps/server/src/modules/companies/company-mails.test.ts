import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createMailer, type Mail } from '../../platform/outbound/mail/mailer.ts';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import { startMailServer } from '../../platform/outbound/testing/mail-server.ts';
import { createTestApp } from '../../testing/test-app.ts';

const sent: Mail[] = [];
const mailer = { send: async (mail: Mail) => void sent.push(mail), close: () => undefined };
const { ask, world, services } = await createTestApp({
  channels: { mailer },
  publicUrl: 'https://track.example',
});
const admin = await world.administrator();

let made = 0;
async function company(more: object = {}) {
  made += 1;
  const body = { label: `casa-${made}`, name: `Casa ${made}`, theme: '#123456', ...more };
  return (await ask('POST', '/api/companies', { token: admin.token, body })).body;
}

const invite = async (userId: number) => {
  sent.length = 0;
  await ask('POST', `/api/users/${userId}/invitation`, { token: admin.token, body: {} });
  await services.accountMails.settled();
  return sent[0];
};

test('[COM-01] mails carry the brand, the sender and the texts of the reader’s company, escaped, and of no other', async () => {
  const alone = await world.person({ name: 'Só' });
  expect((await invite(alone.id))?.html, 'without a company').toBeUndefined();
  const ours = await company({
    name: 'Águia & Cia',
    senderName: 'Atendimento Águia',
    senderAddress: 'ola@aguia.example',
    replyTo: 'ajuda@aguia.example',
    mailTexts: { invitation: { subject: '[company]: olá, [name]', body: 'Olá, [name]!\n[link].' } },
  });
  expect((await invite(alone.id))?.subject, 'the only company is everybody’s').toBe('Águia & Cia: olá, Só');
  const theirs = await company();
  expect((await invite(alone.id))?.from, 'of two it is nobody’s by itself').toBeUndefined();
  const [his, hers] = [
    await world.person({ name: '<b>[link]</b>', company_id: ours.id }),
    await world.person({ name: 'Bia', company_id: theirs.id }),
  ];
  const mail = await invite(his.id);
  expect(mail).toMatchObject({
    to: his.email,
    subject: 'Águia & Cia: olá, <b>[link]</b>',
    from: { name: 'Atendimento Águia', address: 'ola@aguia.example' },
    replyTo: 'ajuda@aguia.example',
  });
  expect(mail?.text).toMatch(/^Olá, <b>\[link\]<\/b>!\nhttps:\/\/track\.example\/access#[\w-]{43}\.$/);
  expect(mail?.html).toContain('Olá, &lt;b&gt;[link]&lt;/b&gt;!');
  expect(mail?.html).toContain('Águia &amp; Cia</div>');
  expect(mail?.html).toMatch(/<a href="(https:\/\/track\.example\/access#[\w-]{43})">\1<\/a>\./);
  const other = await invite(hers.id);
  expect(other?.from).toEqual({ name: theirs.name, address: undefined });
  expect(JSON.stringify(other)).not.toMatch(/Águia|aguia|olá, /);
});

test('[COM-01] a trial goes to the administrator himself, with texts that were not saved', async () => {
  const { id } = await company();
  const trial = (mail: string, body: string) => {
    const json = { mail, subject: 'Oi, [name]', body };
    return ask('POST', `/api/companies/${id}/mail-trial`, { token: admin.token, body: json });
  };
  sent.length = 0;
  expect((await trial('reset', 'Vá a [link]')).status).toBe(204);
  expect(sent).toMatchObject([{ to: admin.email, subject: expect.stringMatching(/^Oi, [^[]+$/) }]);
  expect(sent[0]?.text).toBe('Vá a https://track.example/access');

  // left blank, it is what people get: the shipped words
  const shipped = async (mail: string, subject = '') => {
    const json = { mail, subject, body: '' };
    await ask('POST', `/api/companies/${id}/mail-trial`, {
      token: (await world.administrator()).token,
      body: json,
    });
    return sent.at(-1);
  };
  const invitation = await shipped('invitation');
  expect(invitation?.subject).toBe('Convite para o rastreamento');
  expect(invitation?.text).toContain('https://track.example/access');
  expect((await shipped('reset'))?.subject).toBe('Nova senha do rastreamento');
  expect((await shipped('notification'))?.subject).toBe('Teste de notificação');
  expect((await shipped('report'))?.subject).toBe('Relatório: Histórico de Viagens');
  expect((await shipped('report', '[title], [from] a [to]'))?.subject).toMatch(
    /^Histórico de Viagens, \d\d\/\d\d\/\d{4} a \d\d\/\d\d\/\d{4}$/,
  );
  // who has chosen no language reads the installation's
  const speak = (language: string | null) =>
    ask('PUT', '/api/server', { token: admin.token, body: { attributes: { 'ui.language': language } } });
  await speak('en');
  expect((await shipped('notification'))?.subject).toBe('Notification test');
  await speak(null);
});

test('[COM-01] [ING-08] neither the name nor the address of a sender begins a header of its own', async () => {
  const server = await startMailServer();
  const settings = { url: server.url, from: 'Atalaia <atalaia@example.com>' };
  const real = createMailer(settings, createOutboundMetrics(new Registry()));
  const from = { name: 'Casa\r\nBcc: eva@example.com', address: undefined };
  const replyTo = 'ana@example.com\r\nBcc: eva@example.com';
  await real?.send({ to: 'ana@example.com', subject: 'x', text: 'y', from, replyTo }).catch(() => undefined);
  await real?.send({ to: 'ana@example.com', subject: 'x', text: 'y', from }).finally(() => real.close());
  expect(server.received.length).toBeGreaterThan(0);
  for (const { raw, from: envelope, to } of server.received) {
    expect(raw).not.toMatch(/^Bcc:/m);
    expect([envelope, to]).toEqual(['atalaia@example.com', ['ana@example.com']]);
  }
});
