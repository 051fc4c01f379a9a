import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAlarmScene } from '../../testing/alarm-scene.ts';
import { dataUrlOf, pngImage } from '../../testing/images.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { app, ask, kysely, world, services } = await createTestApp();
const scene = createAlarmScene(kysely, world, services.desk.openQueued);
const admin = await world.administrator();

/** An alarm that an operator holds, called and noted at, with phrases, numbers and notes all over it. */
async function worked() {
  const group = await world.group();
  const customer = await world.customer(group);
  await kysely
    .updateTable('customers')
    .set({ name: 'Serra Azul', cellphone: '85 91111-1111' })
    .where('id', '=', customer)
    .execute();
  const device = await world.device({
    customer_id: customer,
    name: 'Fiorino 7',
    attributes: { plate: 'ABC1D23' },
  });
  const operator = await world.person({ desk_role: 'operator', name: 'Olga Operadora' });
  await world.link(operator.id, { group });
  await ask('PUT', `/api/customers/${customer}/contacts`, {
    token: admin.token,
    body: {
      contacts: [
        { name: 'Ana', phones: [{ number: '85 98888-0001', whatsapp: true }], passPhrase: 'Moleque' },
      ],
      passPhrase: 'Jangada Azul',
      duressPhrase: 'Lua de Prata',
    },
  });
  const alarm = await scene.alarm(device);
  const act = (path: string, body: object = {}) =>
    ask('POST', `/api/alarms/${alarm}/${path}`, { token: operator.token, body });
  await act('claim', { expected: 'waiting' });
  await act('tries', {
    name: 'Ana 85 98888-0001',
    phone: '85 98888-0001',
    outcome: 'noAnswer',
    note: 'disse que tem medo',
  });
  await act('phrases');
  await act('phrase-checks', { spoken: 'jangada azul' });
  await act('notes', { note: 'Anotação interna sobre o cunhado' });
  const close = () =>
    act('close', { expected: 'claimed', outcomeId: 1, note: 'Relato interno do encerramento' });
  return { customer, device, operator, alarm, act, close };
}

async function document(token: string, alarm: number, host = 'localhost') {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/pdf', host };
  const {
    statusCode,
    headers: answered,
    rawPayload,
  } = await app.inject({ url: `/api/alarms/${alarm}/document`, headers });
  expect([statusCode, answered['content-type']]).toEqual([200, 'application/pdf']);
  return {
    ...readPdf(rawPayload),
    raw: rawPayload.toString('latin1'),
    disposition: answered['content-disposition'],
  };
}
const never =
  /Moleque|Jangada|jangada|Prata|98888|91111|medo|interna|cunhado|Relato|Olga|Senha|[Cc]oação|127\.0\.0\.1/;

test('[PROC-05] the document says what happened, when, and what was done, and never notes, phrases, operators or numbers', async () => {
  const { operator, alarm, close, device } = await worked();
  await sql`INSERT INTO sent_commands (device_id, type, state, expires_at, answer) VALUES (${device}, 'engineStop', 'answered', now(), 'resposta interna')`.execute(
    kysely,
  );
  await close();
  const { text, raw, disposition, pageCount } = await document(operator.token, alarm);
  expect([pageCount, disposition]).toEqual([1, `attachment; filename="atendimento-${alarm}.pdf"`]);
  const said = [
    ...[
      `Histórico do atendimento ${alarm}`,
      'Alimentação cortada',
      'ABC1D23 · Fiorino 7',
      'Serra Azul',
      'Confirmado',
    ],
    ...[
      'Um operador assumiu o atendimento',
      'Ligação para Ana …: Não atendeu',
      'Comando ao veículo: Bloquear (respondido)',
    ],
    ...['Atendimento encerrado', 'Página 1 de 1'],
  ];
  for (const words of said) expect(text).toContain(words);
  expect(text).not.toMatch(never);
  expect(raw).not.toMatch(/Moleque|Jangada|98888|cunhado|Olga/);
});

test('[PROC-05] [PROC-03] of duress there is no trace: what came after it is left out, and it ends as any other', async () => {
  const { operator, alarm, act, close } = await worked();
  await act('duress');
  await act('tries', { name: 'Polícia Militar', phone: '190 00000', outcome: 'answered' });
  await close();
  const { text } = await document(operator.token, alarm);
  expect(text).not.toMatch(never);
  expect(text).not.toMatch(/Polícia|Crítico|Confirmado/);
  expect(text).toContain('Tratado');
});

test('[PROC-05] an alarm that duress opened has no document, and neither has a mass fault', async () => {
  const { alarm, operator } = await worked();
  const made = async () =>
    (await ask('GET', `/api/alarms/${alarm}/document`, { token: operator.token })).status;
  await sql`UPDATE alarms SET call_reason = 'duress' WHERE id = ${alarm}`.execute(kysely);
  expect(await made()).toBe(403);
  await sql`UPDATE alarms SET call_reason = NULL, kind = 'massFault' WHERE id = ${alarm}`.execute(kysely);
  expect(await made()).toBe(403);
});

test('[PROC-05] who does not work at the desk makes none, and nobody makes one of an alarm that he does not see', async () => {
  const { alarm, customer } = await worked();
  const url = `/api/alarms/${alarm}/document`;
  expect((await ask('GET', url)).status).toBe(401);
  const client = await world.person({ customer_id: customer });
  expect((await ask('GET', url, { token: client.token })).body.code).toBe('desk-role-needed');
  expect((await ask('GET', url, { token: (await scene.operator()).token })).status).toBe(404);
});

test('[PROC-05] it bears the colour and the logo of the company of the host, in the reader’s language', async () => {
  const { alarm, close } = await worked();
  await close();
  const bytes = Buffer.from(dataUrlOf(pngImage(350, 350)).split(',')[1] ?? '', 'base64');
  await kysely
    .insertInto('company_logos')
    .values({ name: 'aguia-1.png', type: 'image/png', bytes })
    .execute();
  const theme = '#aa3300';
  const logo_url = '/api/company/logos/aguia-1.png';
  await kysely.insertInto('company_configurations').values({ label: 'aguia', theme, logo_url }).execute();
  await sql`UPDATE users SET attributes = '{"language":"en"}' WHERE id = ${admin.id}`.execute(kysely);
  const branded = await document(admin.token, alarm, 'aguia.example.com');
  expect(branded.imageCount).toBeGreaterThan(0);
  expect(branded.text).toContain(`History of alarm ${alarm}`);
  expect(branded.text).toContain('Call to Ana …: No answer');
  expect((await document(admin.token, alarm)).imageCount).toBe(0);
});
