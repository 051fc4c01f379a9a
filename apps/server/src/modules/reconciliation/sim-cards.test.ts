import type { AddressInfo } from 'node:net';
import type { SimCard } from '@atalaia/contract/providers/reconciliation';
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { app, ask, kysely, world } = await createTestApp();
const { token } = await world.administrator();
const path = '/api/reconciliation/sim-cards';
const lists = '/api/reconciliation/sim-lists';

beforeEach(async () => {
  for (const table of ['devices', 'sim_lists'] as const) await kysely.deleteFrom(table).execute();
});

/** A device that was heard so many days ago. */
async function device(values: object, days: number | null): Promise<number> {
  const id = await world.device(values);
  await sql`INSERT INTO device_state (device_id, last_update) VALUES (${id}, now() - ${days}::int * interval '1 day')
    ON CONFLICT (device_id) DO UPDATE SET last_update = excluded.last_update`.execute(kysely);
  return id;
}
async function send(url: string, text: string | Buffer, by = token) {
  const headers = { authorization: `Bearer ${by}`, 'content-type': 'text/csv' };
  const { statusCode, body } = await app.inject({ method: 'POST', url, headers, payload: text });
  return { status: statusCode, body: JSON.parse(body) };
}
const upload = (text: string | Buffer, query: object) =>
  send(`${lists}?${new URLSearchParams({ provider: 'Operadora', ...query })}`, text);
const list = async (query = ''): Promise<SimCard[]> => (await ask('GET', `${path}${query}`, { token })).body;
const faults = (rows: readonly SimCard[]) => rows.map(({ iccid, phone, kinds }) => [iccid ?? phone, kinds]);

test('[DRIFT-03] a list is matched with devices by ICCID and by phone: paid without a vehicle, on two, cancelled but reporting, no data for 30 days', async () => {
  const iccid = (number: number) => `8955${String(number).padStart(15, '0')}7`;
  await device({ attributes: JSON.stringify({ iccid: iccid(1) }) }, 1);
  await device({ phone: '+55 (85) 99999-0002' }, 1);
  await device({ attributes: JSON.stringify({ iccid: iccid(3) }) }, 1);
  await device({ phone: '85999990003' }, 1);
  await device({ attributes: JSON.stringify({ iccid: iccid(4).slice(0, 19) }) }, 2);
  await device({ attributes: JSON.stringify({ iccid: iccid(5) }) }, 45);
  await device({ attributes: JSON.stringify({ iccid: iccid(6) }) }, null);
  await device({ attributes: JSON.stringify({ iccid: iccid(8) }) }, 60);
  const rows = [
    'ICCID;MSISDN;Situação;Plano;Valor mensal',
    `${iccid(1)};;Ativo;20 MB;"R$ 4,90"`,
    ';5585999990002;Ativo;20 MB;4,90',
    `${iccid(3)};85999990003;Ativo;20 MB;6,00`,
    `${iccid(4)};;Cancelado;20 MB;0`,
    `${iccid(5)};;Ativo;20 MB;5,50`,
    `${iccid(6)};;Ativo;20 MB;`,
    `${iccid(7)};;Ativo;20 MB;"1.004,90"`,
    `${iccid(8)};;Suspenso;20 MB;3`,
    `${iccid(9)};;Cancelado;20 MB;3`,
  ].join('\n');
  const query = {
    iccid: 'ICCID',
    phone: 'MSISDN',
    status: 'Situação',
    plan: 'Plano',
    monthlyPrice: 'Valor mensal',
  };
  const { status, body } = await upload(rows, query);
  expect([status, body.list.cards, body.skipped]).toEqual([200, 9, []]);
  expect(faults(await list())).toEqual([
    [iccid(7), ['withoutVehicle']],
    [iccid(3), ['onTwo']],
    [iccid(5), ['noData']],
    [iccid(4), ['cancelledReporting']],
    [iccid(6), ['noData']],
  ]);
  const [first, second] = await list();
  expect(first).toMatchObject({ monthlyCents: 100_490, plan: '20 MB', devices: [], provider: 'Operadora' });
  expect(second?.devices).toHaveLength(2);
  const totals = (await ask('GET', `${path}/totals`, { token })).body;
  expect(totals).toMatchObject({ cards: 9, cents: 100_490 + 600 + 550 });
  expect(totals.kinds).toContainEqual({ kind: 'noData', cards: 2, cents: 550 });
  expect(faults(await list('?kind=onTwo'))).toEqual([[iccid(3), ['onTwo']]]);
  expect((await list('?keyword=20 mb')).length).toBe(5);
  const sheet = await ask('GET', path, { token, headers: { accept: spreadsheetType } });
  expect(sheet.text.startsWith('PK')).toBe(true);
});

test('[DRIFT-03] data that the list itself knows counts: a card with traffic last week is no card without data', async () => {
  await device({ phone: '85999990001' }, 90);
  await device({ phone: '85999990002' }, 90);
  const day = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10).split('-').reverse().join('/');
  const text = `Linha,Último tráfego\n85999990001,${day(7)}\n85999990002,${day(70)}`;
  await upload(text, { phone: 'Linha', lastData: 'Último tráfego' });
  expect(faults(await list())).toEqual([['85999990002', ['noData']]]);
});

test('[DRIFT-03] columns of several providers are guessed by their names, in UTF-8 or Latin-1, by ; or ,', async () => {
  const files: readonly (readonly [Buffer, object])[] = [
    [
      Buffer.from(
        'ICCID,MSISDN,SIM state,Rate plan,Monthly fee,Last session\n8955,5585,ACTIVATED,x,1.5,2026-01-01',
      ),
      {
        iccid: 'ICCID',
        phone: 'MSISDN',
        status: 'SIM state',
        plan: 'Rate plan',
        monthlyPrice: 'Monthly fee',
        lastData: 'Last session',
      },
    ],
    [
      Buffer.from(
        'Número do chip;Número da linha;Situação;Mensalidade;Última conexão\n8955;85;Ativo;4,90;01/02/2026',
        'latin1',
      ),
      {
        iccid: 'Número do chip',
        phone: 'Número da linha',
        status: 'Situação',
        monthlyPrice: 'Mensalidade',
        lastData: 'Última conexão',
      },
    ],
    [
      Buffer.from('SimCard;Telefone;Estado;Pacote\n8955;85;Ativo;10'),
      { iccid: 'SimCard', phone: 'Telefone', status: 'Estado', plan: 'Pacote' },
    ],
  ];
  for (const [file, guessed] of files) {
    const { status, body } = await send(`${lists}/preview`, file);
    expect([status, body.guessed, body.count]).toEqual([200, guessed, 1]);
  }
  expect((await ask('GET', lists, { token })).body).toEqual([]);
});

test('[DRIFT-03] the next list of a provider takes the place of the one before; a wrong column keeps it; lines without a number are named', async () => {
  await upload('ICCID\n8955000000000000001\n8955000000000000002', { iccid: 'ICCID', fileName: 'jan.csv' });
  await upload('ICCID\n8955000000000000009', { iccid: 'ICCID', provider: 'Outra' });
  expect((await list()).length).toBe(3);
  const { body } = await upload('ICCID;Obs\n8955000000000000003;a\n;sem número\n', {
    iccid: 'ICCID',
    fileName: 'fev.csv',
  });
  expect(body.skipped).toEqual([3]);
  expect((await list()).map(({ iccid }) => iccid).sort()).toEqual([
    '8955000000000000003',
    '8955000000000000009',
  ]);
  expect((await upload('ICCID\n1', { iccid: 'Chip' })).status).toBe(400);
  expect((await upload('ICCID\n1', {})).status).toBe(400);
  const stored = (await ask('GET', lists, { token })).body;
  expect(
    stored.map(({ provider, fileName, cards }: Record<string, unknown>) => [provider, fileName, cards]),
  ).toEqual([
    ['Operadora', 'fev.csv', 1],
    ['Outra', '', 1],
  ]);
  expect((await ask('DELETE', `${lists}/${stored[0].id}`, { token })).status).toBe(204);
  expect((await list()).length).toBe(1);
  expect((await ask('DELETE', `${lists}/${stored[0].id}`, { token })).status).toBe(404);
});

test('[DRIFT-03] a file of nothing or of too many lines is refused, and whoever cancels keeps the list from before', async () => {
  await upload('ICCID\n8955000000000000001', { iccid: 'ICCID', fileName: 'jan.csv' });
  const names = async () =>
    (await ask('GET', lists, { token })).body.map(({ fileName }: { fileName: string }) => fileName);
  for (const nothing of ['', '\n;;\n']) {
    expect((await upload(nothing, { iccid: 'ICCID' })).body.code).toBe('spreadsheet-empty');
    expect((await send(`${lists}/preview`, nothing)).body.code).toBe('spreadsheet-empty');
  }
  const many = await upload(`ICCID\n${'1\n'.repeat(200_001)}`, { iccid: 'ICCID' });
  expect(many.body).toMatchObject({ code: 'spreadsheet-too-large', details: { most: 200_000 } });
  const odd = 'ICCID;Valor;Uso\n1;-4,90;31/02/2026\n2;1.000.001;ontem\n3;R$ 1.250,50;2026-11-01';
  await upload(odd, { iccid: 'ICCID', monthlyPrice: 'Valor', lastData: 'Uso', provider: 'Outra' });
  const { rows } = await sql<{ cents: number | null; at: boolean }>`
    SELECT monthly_cents AS cents, last_data_at IS NOT NULL AS at FROM sim_cards WHERE iccid IN ('1', '2', '3')
    ORDER BY iccid`.execute(kysely);
  expect(rows.map(({ cents }) => cents)).toEqual([null, null, 125_050]);
  expect(rows[2]?.at).toBe(true);

  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const other = await kysely.startTransaction().execute();
  await sql`LOCK TABLE sim_lists IN SHARE MODE`.execute(other);
  const leaving = new AbortController();
  const sending = fetch(`http://127.0.0.1:${port}${lists}?provider=Operadora&iccid=ICCID&fileName=fev.csv`, {
    ...{ method: 'POST', body: 'ICCID\n8955000000000000009', signal: leaving.signal },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
  }).catch(() => 'left');
  const isWaiting = sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect((await isWaiting.execute(kysely)).rows).toHaveLength(1), 15_000);
  leaving.abort();
  expect(await sending).toBe('left');
  await other.rollback().execute();
  await vi.waitFor(async () => expect((await isWaiting.execute(kysely)).rows).toHaveLength(0), 15_000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await names()).toSorted()).toEqual(['', 'jan.csv']);
});
