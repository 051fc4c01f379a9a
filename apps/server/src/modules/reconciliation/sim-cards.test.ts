import type { AddressInfo } from 'node:net';
import type { SimCard } from '@atalaia/contract/providers/reconciliation';
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { createTestApp } from '../../testing/test-app.ts';
import { createSimCards } from './sim-cards-service.ts';

const { app, ask, kysely, world, services } = await createTestApp();
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

test('[DRIFT-03] a number that a spreadsheet cut is no card; a line with a whole one beside it is read by that', async () => {
  await device({ phone: '85999990001' }, 1);
  const rows = ['ICCID;Linha', '8,955E+19;', '8.9550001E+18;85999990001', '8955000000000000001;'];
  const { body } = await upload(rows.join('\n'), { iccid: 'ICCID', phone: 'Linha' });
  expect([body.skipped, body.skippedCount, body.cut, body.list.cards]).toEqual([[2], 1, 2, 2]);
  expect(faults(await list())).toEqual([['8955000000000000001', ['withoutVehicle']]]);
  const workbook = await writeWorkbook([
    ['ICCID', 'Linha', 'Valor'],
    [89_550_000_000_000_000_000, null, 1],
    [null, 5_585_999_990_009, 4.125],
  ]).toBuffer();
  const headers = { authorization: `Bearer ${token}`, 'content-type': spreadsheetType };
  const query = new URLSearchParams({
    ...{ provider: 'Pasta', iccid: 'ICCID', phone: 'Linha', monthlyPrice: 'Valor' },
  });
  const sent = await app.inject({ method: 'POST', url: `${lists}?${query}`, headers, payload: workbook });
  expect(JSON.parse(sent.body)).toMatchObject({ skipped: [2], cut: 1, list: { cards: 1 } });
  const [card] = await list('?keyword=85999990009');
  expect([card?.iccid, card?.phone, card?.monthlyCents]).toEqual([null, '85999990009', 413]);
});

test('[DRIFT-03] of many lines without a number all are counted, and the first thousand named', async () => {
  const rows = [...Array.from({ length: 1_001 }, () => ';reserva'), '8955000000000000001;frota'];
  const { body } = await upload(['ICCID;Obs', ...rows].join('\n'), { iccid: 'ICCID' });
  expect([body.list.cards, body.skipped.length, body.skipped.at(-1)]).toEqual([1, 1_000, 1_001]);
  expect([body.skippedCount, body.cut]).toEqual([1_001, 0]);
});

test('[DRIFT-03] a list of which no line holds a number keeps the one from before', async () => {
  await upload('ICCID\n8955000000000000001', { iccid: 'ICCID' });
  const wrong = 'ICCID;Obs\n8955000000000000002;frota\n8955000000000000003;reserva';
  for (const column of ['iccid', 'phone']) {
    const { status, body } = await upload(wrong, { [column]: 'Obs' });
    expect([status, body.code]).toEqual([400, 'sim-list-without-numbers']);
    expect(body.details.fields[0].path).toBe(`query.${column}`);
  }
  expect((await list()).map(({ iccid }) => iccid)).toEqual(['8955000000000000001']);
});

test('[DRIFT-03] a card on several lines counts once, is paid where one of them says so, and costs what those together do', async () => {
  const rows = [
    'ICCID;Linha;Status;Valor',
    '8955000000000000001;;Cancelado;5,00',
    '8955000000000000001;;Ativo;6,00',
    '8955000000000000001;;Ativo;7,00',
    ';85999990001;Ativo;8,00',
    ';85999990001;Cancelado;9,00',
  ];
  const columns = { iccid: 'ICCID', phone: 'Linha', status: 'Status', monthlyPrice: 'Valor' };
  expect((await upload(rows.join('\n'), columns)).body).toMatchObject({ skipped: [], list: { cards: 2 } });
  expect((await ask('GET', `${path}/totals`, { token })).body).toMatchObject({ cards: 2, cents: 2_100 });
});

test('[DRIFT-03] of a card’s lines one that says the same again costs nothing more; the newest data and what one of them lacks are kept', async () => {
  const year = new Date().getUTCFullYear() - 1;
  const rows = [
    'ICCID;Linha;Status;Plano;Valor;Uso',
    // a day each
    `1;;Ativo;;5,00;02/03/${year}`,
    `1;;Em uso;;5,00;04/03/${year}`,
    `1;;Cancelado;Antigo;50,00;05/03/${year}`,
    `1;85999990001;Ativo;Voz;;03/03/${year}`,
    `2;;Cancelado;;7,00;`,
    `2;85999990002;Cancelado;Dados;8,00;`,
    ...['1.000.000', '999.999', '999.998'].map((price) => `3;;Ativo;;${price};`),
  ];
  const columns = {
    ...{ iccid: 'ICCID', phone: 'Linha', status: 'Status', plan: 'Plano', monthlyPrice: 'Valor' },
    lastData: 'Uso',
  };
  await upload(rows.join('\n'), columns);
  const { rows: stored } = await sql<object>`
    SELECT iccid, phone, status, plan, monthly_cents AS cents, last_data_at::date::text AS day FROM sim_cards
    ORDER BY iccid`.execute(kysely);
  expect(stored).toEqual([
    {
      ...{ iccid: '1', phone: '85999990001', status: 'Ativo', plan: 'Voz', cents: 500 },
      day: `${year}-03-05`,
    },
    { iccid: '2', phone: '85999990002', status: 'Cancelado', plan: 'Dados', cents: 700, day: null },
    // as much as an amount can be
    { iccid: '3', phone: null, status: 'Ativo', plan: null, cents: 100_000_000, day: null },
  ]);
});

test('[DRIFT-03] cards that a format of numbers made one are no card', async () => {
  const cut = [
    '8955000000012340000',
    '89550000000123400000',
    '8.955.000.000.012.340.000',
    '8,955E19',
    '9.E+19',
    '8,9e+100',
  ];
  const { body } = await upload(['ICCID;Obs', ...cut, '8955000000012340001'].join('\n'), { iccid: 'ICCID' });
  expect([body.skipped, body.cut, body.list.cards]).toEqual([[2, 3, 4, 5, 6, 7], 6, 1]);
});

test('[DRIFT-03] the card that a line had before is not told as reporting, unless the tracker itself has it', async () => {
  const old = '8955000000000000001';
  await device({ phone: '(085) 99999-0001' }, 1);
  await device({ phone: '85999990002', attributes: JSON.stringify({ iccid: '8955000000000000003' }) }, 1);
  const rows = [
    'ICCID;Linha;Status',
    `${old};5585999990001;Cancelado`,
    '8955000000000000002;085999990001;Ativo',
    '8955000000000000003;85999990002;Cancelado',
    '8955000000000000004;85999990002;Ativo',
  ];
  await upload(rows.join('\n'), { iccid: 'ICCID', phone: 'Linha', status: 'Status' });
  expect(faults(await list())).toEqual([['8955000000000000003', ['cancelledReporting']]]);
});

test('[DRIFT-03] a line that ended reports, though an older list of another provider still pays for it', async () => {
  await device({ phone: '85999990001' }, 1);
  const columns = { iccid: 'ICCID', phone: 'Linha', status: 'Status' };
  const keep = (provider: string, iccid: string, status: string) =>
    upload(`ICCID;Linha;Status\n${iccid};85999990001;${status}`, { ...columns, provider });
  await keep('Antes', '8955000000000000001', 'Ativo');
  await keep('Depois', '8955000000000000002', 'Cancelado');
  expect(faults(await list())).toEqual([['8955000000000000002', ['cancelledReporting']]]);
  await keep('Antes', '8955000000000000001', 'Ativo');
  expect(await list()).toEqual([]);
});

test('[DRIFT-03] a status is an end in many words, and one that works again is none', async () => {
  const ended =
    'Cancelado,Inativa,DESATIVADO,Desabilitado,Desligada,Suspensa,Bloqueada,Baixado,Linha baixada,Em baixa,Excluído,Não ativo,Não,false,0,Disconnected,Disabled,Not active,PURGED';
  const paid = 'Ativo,Desbloqueado,Unblocked,Reativada,Em estoque,Sim,1,Novo,No prazo,Baixo consumo';
  for (const [words, count] of [
    [ended, 0],
    [paid, 10],
  ] as const) {
    const rows = words.split(',').map((word, at) => `8955${String(at).padStart(15, '0')}7;${word}`);
    await upload(['ICCID;Status', ...rows].join('\n'), { iccid: 'ICCID', status: 'Status' });
    expect([words, await list('?kind=withoutVehicle')]).toMatchObject([words, { length: count }]);
  }
});

test('[DRIFT-03] a line that is not connected now is paid all the same; one that ended is not', async () => {
  const rows = ['Desconectado', 'Offline', 'Desligado', 'Não', 'Inativa', 'Cancelado'].map(
    (word, at) => `895500000000000001${at};${word}`,
  );
  for (const status of ['Status da conexão', 'Conectado', 'Sessão', 'Online?', 'Connection state']) {
    await upload([`ICCID;${status}`, ...rows].join('\n'), { iccid: 'ICCID', status });
    expect([status, (await list('?kind=withoutVehicle')).length]).toEqual([status, 5]);
  }
});

test('[DRIFT-03] the status of a connection is taken for that of a card only where there is no other', async () => {
  const of = async (headings: string) => (await send(`${lists}/preview`, `${headings}\n1;2;3`)).body.guessed;
  expect(await of('ICCID;Status da conexão;Situação')).toEqual({ iccid: 'ICCID', status: 'Situação' });
  expect(await of('ICCID;Session status;Status')).toEqual({ iccid: 'ICCID', status: 'Status' });
  expect(await of('ICCID;Status da conexão')).toEqual({ iccid: 'ICCID', status: 'Status da conexão' });
});

test('[DRIFT-03] a day that is none, or lies ahead, says nothing of a card', async () => {
  await device({ phone: '85999990001' }, null);
  const of = async (day: string) => {
    await upload(`Linha;Uso\n85999990001;${day}`, { phone: 'Linha', lastData: 'Uso' });
    return (await list())[0]?.lastDataAt?.slice(0, 10);
  };
  const heard = await of('ontem');
  for (const none of ['31/02/2026', '2099-01-01', '31/12/9999', '13/13/2025']) {
    expect([none, await of(none)]).toEqual([none, heard]);
  }
  const year = new Date().getUTCFullYear() - 1;
  for (const day of [`05/01/${year}`, `5-1-${year}`, `${year}-01-05`, `${year}/01/05 10:00`])
    expect([day, await of(day)]).toEqual([day, `${year}-01-05`]);
});

test('[DRIFT-03] of two lists of a provider at once, however he is written, one stays', async () => {
  await upload('ICCID\n8955000000000000001', { iccid: 'ICCID' });
  const other = await kysely.startTransaction().execute();
  await sql`LOCK TABLE sim_lists IN SHARE MODE`.execute(other);
  const both = ['OPERADORA', 'operadora'].map((provider, at) =>
    upload(`ICCID\n895500000000000001${at}`, { iccid: 'ICCID', provider }),
  );
  await vi.waitFor(async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      kysely,
    );
    expect(rows).toHaveLength(2);
  }, 15_000);
  await other.rollback().execute();
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await ask('GET', lists, { token })).body).toHaveLength(1);
  expect(await list()).toHaveLength(1);
});

test('[DRIFT-03] a list of many lines lets others have their turn in between', async () => {
  const cells = [['ICCID', 'Status'], ...Array.from({ length: 20_000 }, (_, at) => [`${at}`, 'Ativo'])];
  const sims = createSimCards({ kysely, commit: services.commit, readCells: async () => cells });
  let [turns, isOver] = [0, false];
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await sims.preview(new Uint8Array(), AbortSignal.timeout(60_000));
  isOver = true;
  expect(turns).toBeGreaterThan(15);
});

test('[DRIFT-03] a tracker’s own word of its card counts where nobody typed one, with its check digit or without', async () => {
  const own = async (iccid: string) => {
    const id = await device({}, 1);
    await sql`UPDATE device_state SET position = ${JSON.stringify({ attributes: { iccid } })} WHERE device_id = ${id}`.execute(
      kysely,
    );
  };
  await own('89550000000000000017');
  await own('8955000000000000002F');
  const rows = ['8955000000000000001', '89550000000000000028', '8955000000000000003'];
  await upload(['ICCID', ...rows].join('\n'), { iccid: 'ICCID' });
  expect(faults(await list())).toEqual([['8955000000000000003', ['withoutVehicle']]]);
});

test('[DRIFT-03] cards are dearest first, of one list where that is asked, and found by provider and status', async () => {
  const columns = { iccid: 'ICCID', status: 'Status', monthlyPrice: 'Valor' };
  const text =
    'Relação de chips;;\nICCID;Status;Valor\n8955000000000000001;Ativo;2\n8955000000000000002;Em teste;9';
  const { body } = await upload(text.replace('Relação de chips;;', 'Relação de chips'), columns);
  expect(body.list.cards).toBe(2);
  await upload('ICCID;Status;Valor\n8955000000000000003;Ativo;5', { ...columns, provider: 'Outra' });
  const iccids = async (query: string) => (await list(query)).map(({ iccid }) => iccid?.at(-1));
  expect(await iccids('')).toEqual(['2', '3', '1']);
  expect(await iccids(`?listId=${body.list.id}`)).toEqual(['2', '1']);
  expect([await iccids('?keyword=outra'), await iccids('?keyword=teste')]).toEqual([['3'], ['2']]);
});

test('[DRIFT-03] [SEC-03] a list that comes and one that is removed are in the audit', async () => {
  const { body } = await upload('ICCID\n8955000000000000001', { iccid: 'ICCID' });
  await ask('DELETE', `${lists}/${body.list.id}`, { token });
  const lines = await kysely
    .selectFrom('audit')
    .select(['action', 'details'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(lines).toEqual([
    { action: 'remove', details: { simList: 'Operadora' } },
    { action: 'import', details: { simList: 'Operadora', cards: 1 } },
  ]);
});
