import { expect, test } from 'vitest';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { Mail } from '../../platform/outbound/mail/mailer.ts';
import { jpegHead, pngImage } from '../../testing/images.ts';
import { createTestApp } from '../../testing/test-app.ts';

const sent: Mail[] = [];
let refusal: DeliveryFailed | undefined;
const mailer = {
  async send(mail: Mail) {
    if (refusal) throw refusal;
    sent.push(mail);
  },
  close: () => undefined,
};
const { ask, world, kysely, services } = await createTestApp({
  channels: { mailer },
  publicUrl: 'https://track.example',
});
const admin = await world.administrator();
const { token } = admin;

let made = 0;
const bodyOf = (more: object = {}) => {
  made += 1;
  return { label: `casa-${made}`, name: `Casa ${made}`, theme: '#123456', ...more };
};
const create = (more?: object) => ask('POST', '/api/companies', { token, body: bodyOf(more) });
const change = (id: number, more: object) =>
  ask('PUT', `/api/companies/${id}`, { token, body: bodyOf(more) });

/** The status, and of a refusal its code and its fields. */
const outcome = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [
  status,
  ...(status < 400 ? [] : [body.code]),
  ...(body?.details?.fields ?? []).map(({ path }: { path: string }) => path),
];

async function upload(bytes: Buffer, name = 'marca.png') {
  const boundary = 'x-boundary-x';
  const part = (head: string, content: Buffer) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ];
  const body = Buffer.concat([
    ...part('name="name"', Buffer.from(name)),
    ...part('name="file"; filename="x.png"', bytes),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return ask('POST', '/api/company/configurations/upload', { token, headers, body });
}

test('[COM-01] a host that a company has is given to no other, by a new one, by a change, or by two at once', async () => {
  const { body: ours } = await create({ label: 'unica' });
  const { body: other } = await create();
  expect(outcome(await create({ label: 'unica' }))).toEqual([400, 'duplicate-label', 'label']);
  expect(outcome(await change(other.id, { label: 'unica' }))).toEqual([400, 'duplicate-label', 'label']);
  expect((await ask('GET', `/api/companies/${ours.id}`, { token })).body.label).toBe('unica');

  const created = await Promise.all([create({ label: 'dupla' }), create({ label: 'dupla' })]);
  expect(created.map(({ status }) => status).sort()).toEqual([200, 400]);
  const [first, second] = [(await create()).body.id, (await create()).body.id];
  const moved = await Promise.all([change(first, { label: 'tomada' }), change(second, { label: 'tomada' })]);
  expect(moved.map(({ status }) => status).sort()).toEqual([200, 400]);
  const { rows } = { rows: (await ask('GET', '/api/companies?keyword=tomada', { token })).body };
  expect(rows).toHaveLength(1);
});

test('[COM-01] no label but one of a host name, no colour but one, no address that is none', async () => {
  for (const [more, path] of [
    [{ label: 'Água' }, 'label'],
    [{ label: 'a.b' }, 'label'],
    [{ label: '-a' }, 'label'],
    [{ label: '' }, 'label'],
    [{ label: 'a'.repeat(64) }, 'label'],
    [{ name: ' ' }, 'name'],
    [{ name: 'a'.repeat(61) }, 'name'],
    [{ title: 'Casa\nBoa' }, 'title'],
    [{ theme: 'url(x)' }, 'theme'],
    [{ androidAppUrl: 'javascript:alert(1)' }, 'androidAppUrl'],
    [{ iosAppUrl: 'apps.example.com' }, 'iosAppUrl'],
    [{ senderAddress: 'casa' }, 'senderAddress'],
    [{ replyTo: 'a@example.com, b@example.com' }, 'replyTo'],
    [{ senderName: 'a'.repeat(101) }, 'senderName'],
  ] as const) {
    expect(outcome(await create(more)), JSON.stringify(more)).toEqual([400, 'invalid-input', path]);
  }
});

test('[COM-01] the texts of each mail have its own fields, its own length, and a subject of one line', async () => {
  const textsOf = (mail: string, text: object) => ({
    mailTexts: { [mail]: { subject: '', body: '', ...text } },
  });
  for (const [mail, text, part] of [
    ['reset', { body: 'Entre.' }, 'body'],
    ['reset', { body: '[link] [text]' }, 'body'],
    ['report', { body: '[link]' }, 'body'],
    ['notification', { body: '[from]' }, 'body'],
    ['report', { subject: 'Oi\r\nBcc: eva@example.com' }, 'subject'],
    ['report', { subject: 'a'.repeat(151) }, 'subject'],
    ['report', { body: 'a'.repeat(5001) }, 'body'],
  ] as const) {
    expect(outcome(await create(textsOf(mail, text))), JSON.stringify(text)).toEqual([
      400,
      'invalid-input',
      `mailTexts.${mail}.${part}`,
    ]);
  }
  expect(outcome(await create(textsOf('welcome', {})))).toEqual([400, 'invalid-input', 'mailTexts']);
  expect(
    (await create(textsOf('report', { body: '[title]: [from] a [to], [name], [company]' }))).status,
  ).toBe(200);
});

test('[COM-01] [SEC-01] logo and icon are pictures that were uploaded here, and stay for as long as a company has them', async () => {
  for (const [part, more] of [
    ['logoUrl', '/api/company/logos/none-0000.png'],
    ['faviconUrl', '/api/company/logos/none-0000.png'],
    ['logoUrl', 'https://evil.example/x.png'],
    ['faviconUrl', '/api/company/logos/../../session.png'],
    ['faviconUrl', '/api/company/logos/x.svg'],
  ] as const) {
    const code = more.includes('none') ? 'reference-not-found' : 'invalid-input';
    expect(outcome(await create({ [part]: more })), more).toEqual([400, code, part]);
    const { id } = (await create()).body;
    expect(outcome(await change(id, { [part]: more })), more).toEqual([400, code, part]);
  }
  const image = (edge: number) => pngImage(edge, edge);
  for (const [bytes, status] of [
    [image(349), 400],
    [jpegHead(350, 351), 400],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="350" height="350"/>'), 415],
    [Buffer.from('GIF89a'), 415],
    [Buffer.concat([image(350), Buffer.alloc(1024 * 1024)]), 413],
    [Buffer.alloc(0), 400],
  ] as const) {
    expect((await upload(bytes)).status).toBe(status);
  }
  const { logoUrl: logo } = (await upload(image(350), 'logo')).body;
  const { logoUrl: icon } = (await upload(image(350), 'icone')).body;
  const { logoUrl: nobodys } = (await upload(image(350), 'resto')).body;
  expect((await create({ logoUrl: logo, faviconUrl: icon })).body).toMatchObject({ logoUrl: logo });
  await kysely
    .updateTable('company_logos')
    .set({ uploaded_at: new Date(Date.now() - 48 * 3_600_000) })
    .execute();
  await upload(image(350), 'outro');
  const shown = await Promise.all([logo, icon, nobodys].map((url) => ask('GET', url)));
  expect(shown.map(({ status }) => status)).toEqual([200, 200, 404]);
});

test('[COM-01] one that is gone is not changed, not tried and not removed; the number in a body is that of the address', async () => {
  const { id } = (await create()).body;
  expect(outcome(await change(id, { id: id + 1 }))).toEqual([400, 'invalid-input', 'id']);
  expect((await ask('DELETE', `/api/companies/${id}`, { token })).status).toBe(204);
  const trial = { mail: 'report', subject: 'x', body: '' };
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PUT', '', bodyOf()],
    ['DELETE', '', undefined],
    ['GET', '/dependents', undefined],
    ['POST', '/mail-trial', trial],
  ] as const) {
    const answer = await ask(method, `/api/companies/${id}${path}`, { token, ...(body && { body }) });
    expect(outcome(answer), `${method} ${path}`).toEqual([404, 'not-found']);
  }
});

test('[COM-01] a user is of a company that exists, and neither he nor who manages him moves him to another', async () => {
  const [ours, theirs] = [(await create()).body.id, (await create()).body.id];
  const manager = await world.person({ user_limit: -1, company_id: ours });
  const managed = await world.person({ company_id: ours });
  await world.link(manager.id, { user: managed.id });
  const put = (by: string, id: number, companyId: number) =>
    ask('PUT', `/api/users/${id}`, {
      token: by,
      body: { name: 'x', email: managed.email, companyId },
    });
  expect(outcome(await put(manager.token, managed.id, theirs))).toEqual([
    403,
    'protected-field',
    'companyId',
  ]);
  expect(outcome(await put(managed.token, managed.id, theirs))).toEqual([
    403,
    'protected-field',
    'companyId',
  ]);
  expect(outcome(await put(token, managed.id, 2_000_000_000))).toEqual([
    400,
    'reference-not-found',
    'companyId',
  ]);
  expect((await put(token, managed.id, theirs)).body.companyId).toBe(theirs);
  const keys = { manager: manager.token, user: managed.token };
  for (const [who, by] of Object.entries(keys))
    for (const id of [ours, theirs])
      expect((await ask('GET', `/api/companies/${id}`, { token: by })).status, who).toBe(403);
});

test('[COM-01] [ERR-03] a trial is of the company that was named, with the sender that is typed, to the administrator alone; the mail server’s words come back', async () => {
  const { id } = (await create({ senderName: 'Guardado', replyTo: 'guardado@example.com' })).body;
  const trial = (more: object = {}) =>
    ask('POST', `/api/companies/${id}/mail-trial`, {
      token,
      body: { mail: 'report', subject: 'Oi', body: '[company] [title] [constructor] <b>', ...more },
    });
  sent.length = 0;
  expect((await trial()).status).toBe(204);
  expect(sent).toMatchObject([
    { to: admin.email, from: { name: 'Guardado' }, replyTo: 'guardado@example.com' },
  ]);
  expect(sent[0]?.text).toMatch(/^Casa \d+ Histórico de Viagens \[constructor\] <b>$/);
  expect(sent[0]?.html).toContain('&lt;b&gt;');
  await trial({ senderName: 'Novo', senderAddress: 'novo@example.com', replyTo: null });
  expect(sent[1]).toMatchObject({ to: admin.email, from: { name: 'Novo', address: 'novo@example.com' } });
  expect(sent[1]).not.toHaveProperty('replyTo');
  expect((await ask('GET', `/api/companies/${id}`, { token })).body, 'nothing of it is saved').toMatchObject({
    ...{ senderName: 'Guardado', senderAddress: null, replyTo: 'guardado@example.com', mailTexts: {} },
  });
  expect(outcome(await trial({ subject: 'Oi\nBcc: x@example.com' }))).toEqual([
    400,
    'invalid-input',
    'subject',
  ]);
  expect(outcome(await trial({ senderAddress: 'x' }))).toEqual([400, 'invalid-input', 'senderAddress']);
  refusal = new DeliveryFailed('the mail server answered 553: sender refused', { certainlyNotSent: true });
  const refused = await trial();
  expect(outcome(refused)).toEqual([502, 'delivery-failed']);
  expect(refused.body.details.reason).toBe('the mail server answered 553: sender refused');
  refusal = undefined;
  const { body: lines } = await ask('GET', '/api/audit?noun=company', { token });
  expect(lines.filter(({ action }: { action: string }) => action === 'test')[0]).toMatchObject({
    objectId: id,
    details: { mail: 'report' },
  });
});

test('[COM-01] what a mail says of a company, of a person and of a picture is text in it, and never markup', async () => {
  const { body } = await create({
    name: '<i>"A" & \'B\'</i> $&',
    mailTexts: { reset: { subject: '[company]', body: '<script>1</script> [name] [link]' } },
  });
  const { id } = await world.person({ name: '$& <img src=x>', company_id: body.id });
  const mail = await services.companies.brandMail(
    id,
    { to: 'a@example.com', subject: 'x', text: 'y' },
    { kind: 'reset', values: { name: '$& <img src=x>', link: 'https://track.example/a?b=c&d' } },
  );
  expect(mail.html).not.toMatch(/<script|<img|<i>/);
  expect(mail.html).toContain('&lt;i&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/i&gt; $&amp;</div>');
  expect(mail.html).toContain('$&amp; &lt;img src=x&gt;');
  const link = '<a href="https://track.example/a?b=c&amp;d">https://track.example/a?b=c&amp;d</a>';
  expect(mail.html).toContain(link);
  const shipped = {
    to: 'a@example.com',
    subject: 'x',
    text: 'y',
    html: '<html><body class="a">z</body></html>',
  };
  expect((await services.companies.brandMail(id, shipped)).html).toMatch(
    /^<html><body class="a"><div style="border-top:4px solid #123456;[^"]*">&lt;i&gt;.*<\/div>z<\/body><\/html>$/,
  );
});

test('[COM-01] [SEC-03] the audit names what was changed of a company, and nothing that stayed', async () => {
  const mailTexts = { report: { subject: 'Oi', body: '' } };
  const { body } = await create({ mailTexts });
  const { label, name, theme } = body;
  await ask('PUT', `/api/companies/${body.id}`, {
    token,
    body: { label, name, theme: '#654321', mailTexts },
  });
  expect(theme).toBe('#123456');
  const { body: lines } = await ask('GET', '/api/audit?noun=company', { token });
  expect(lines.find(({ action }: { action: string }) => action === 'update')?.details).toEqual({
    changed: ['theme'],
    values: { theme: ['#123456', '#654321'] },
  });
});

test.each(['"[link]"', '<[link]>', "'[link]'", '([link]).'])(
  '[COM-01] in %s the link alone is clicked on',
  async (body) => {
    const company = await create({ mailTexts: { reset: { subject: '', body } } });
    const { id } = await world.person({ company_id: company.body.id });
    const address = 'https://track.example/access#a-token';
    const own = { kind: 'reset', values: { link: address } } as const;
    const mail = await services.companies.brandMail(
      id,
      { to: 'a@example.com', subject: 'x', text: 'y' },
      own,
    );
    expect(mail.html).toContain(`<a href="${address}">${address}</a>`);
    expect(mail.text).toBe(body.replace('[link]', address));
  },
);
