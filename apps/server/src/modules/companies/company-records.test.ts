import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely } = await createTestApp();
const admin = await world.administrator();

let made = 0;
async function company(more: object = {}) {
  made += 1;
  const body = { label: `casa-${made}`, name: `Casa ${made}`, theme: '#123456', ...more };
  return ask('POST', '/api/companies', { token: admin.token, body });
}

test('[COM-01] [ROLE-03] companies are listed, searched and read by an administrator alone', async () => {
  const { body } = await company({ label: 'aurora', name: 'Águia Aurora' });
  await company({ label: 'boreal', name: 'Boreal' });
  const listed = async (query: string) =>
    (await ask('GET', `/api/companies${query}`, { token: admin.token })).body.map(
      ({ label }: { label: string }) => label,
    );
  expect(await listed('')).toEqual(['aurora', 'boreal']);
  expect(await listed('?keyword=aguia')).toEqual(['aurora']);
  expect(await listed('?keyword=BOREAL')).toEqual(['boreal']);
  const monitor = await world.person({ attributes: { profile: 'central' } });
  for (const url of ['/api/companies', `/api/companies/${body.id}`]) {
    expect((await ask('GET', url)).status).toBe(401);
    expect((await ask('GET', url, { token: monitor.token })).status).toBe(403);
  }
});

test('[COM-01] [ERR-03] who changes a company that another changed meanwhile is told, and nothing is lost', async () => {
  const { body, headers } = await company();
  const url = `/api/companies/${body.id}`;
  const change = (name: string) =>
    ask('PUT', url, {
      token: admin.token,
      headers: { 'if-match': String(headers.etag) },
      body: { id: body.id, label: body.label, name, theme: '#123456' },
    });
  expect((await change('Primeiro')).status).toBe(200);
  const second = await change('Segundo');
  expect([second.status, second.body.code]).toEqual([409, 'edited-meanwhile']);
  expect((await ask('GET', url, { token: admin.token })).body.name).toBe('Primeiro');
});

test('[COM-01] a company that users name is not removed, and says whose it is; without them it goes', async () => {
  const { body } = await company();
  const { id } = await world.person({ name: 'Iara', company_id: body.id });
  const url = `/api/companies/${body.id}`;
  const found = await ask('GET', `${url}/dependents`, { token: admin.token });
  expect(found.body.dependents).toMatchObject([
    { kind: 'user', effect: 'restrict', count: 1, named: [{ name: 'Iara' }] },
  ]);
  const refused = await ask('DELETE', url, { token: admin.token });
  expect([refused.status, refused.body.code]).toEqual([409, 'in-use']);
  await kysely.updateTable('users').set({ company_id: null }).where('id', '=', id).execute();
  expect((await ask('DELETE', url, { token: admin.token })).status).toBe(204);
  expect((await ask('GET', url, { token: admin.token })).status).toBe(404);
});

test('[COM-01] a sender of two lines, an unknown placeholder and a text without its link are refused by name', async () => {
  const pathsOf = async (more: object) => {
    const { status, body } = await company(more);
    return [status, body.details?.fields.map(({ path }: { path: string }) => path)];
  };
  expect(await pathsOf({ senderName: 'Casa\r\nBcc: x@example.com' })).toEqual([400, ['senderName']]);
  expect(await pathsOf({ senderAddress: 'a@example.com\nBcc: x@example.com' })).toEqual([
    400,
    ['senderAddress'],
  ]);
  const mailTexts = (invitation: object) => ({ mailTexts: { invitation } });
  expect(await pathsOf(mailTexts({ subject: 'Oi [device]', body: '[link]' }))).toEqual([
    400,
    ['mailTexts.invitation.subject'],
  ]);
  expect(await pathsOf(mailTexts({ subject: 'Oi', body: 'Entre.' }))).toEqual([
    400,
    ['mailTexts.invitation.body'],
  ]);
  expect((await company(mailTexts({ subject: '', body: 'Oi [name]: [link]' }))).status).toBe(200);
});

test('[COM-01] [ROLE-05] an administrator alone gives a user a company, and who makes another gives his own', async () => {
  const [ours, theirs] = [(await company()).body.id, (await company()).body.id];
  const manager = await world.person({ user_limit: -1, company_id: ours });
  const create = (companyId?: number) =>
    ask('POST', '/api/users', {
      token: manager.token,
      body: {
        ...{ name: 'Novo', email: `novo-${made++}@example.com`, password: 'segredo-longo' },
        ...(companyId !== undefined && { companyId }),
      },
    });
  const { body } = await create();
  expect(body.companyId).toBe(ours);
  const refused = await create(theirs);
  expect([refused.status, refused.body.details.fields[0].path]).toEqual([403, 'companyId']);
  const own = await ask('PUT', `/api/users/${manager.id}`, {
    token: manager.token,
    body: {
      name: 'M',
      email: (await ask('GET', `/api/users/${manager.id}`, { token: manager.token })).body.email,
      companyId: 0,
    },
  });
  expect([own.status, own.body.details.fields[0].path]).toEqual([403, 'companyId']);
});
