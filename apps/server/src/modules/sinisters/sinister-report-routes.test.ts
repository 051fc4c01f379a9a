import { expect, test, vi } from 'vitest';
import { dataUrlOf, pngImage } from '../../testing/images.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { storePositions } from '../../testing/stored-positions.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { app, ask, world, kysely, pool } = await createTestApp();

const { token, id: userId } = await world.person({ name: 'Ana Operadora' });
const customerId = await world.customer();
await kysely
  .updateTable('customers')
  .set({ name: 'José da Conceição', phone: '85 3333-0000', notification_email: 'jose@example.com' })
  .where('id', '=', customerId)
  .execute();

async function openCase(more: object = {}): Promise<number> {
  const attributes = { plate: 'ABC1D23', vehicleModel: 'Fiorino', color: 'branca', renavam: '00123456789' };
  const deviceId = await world.device({ name: 'Fiorino 7', customer_id: customerId, attributes });
  await world.link(userId, { device: deviceId });
  const body = {
    deviceId,
    customerId,
    openingDate: '2025-11-20T10:00:00.000Z',
    openingType: 'theft',
    openingDescription: 'Levado da porta — “às pressas” 🚗',
    ...more,
  };
  const { body: sinister } = await ask('POST', '/api/sinisters/open', { token, body });
  return sinister.id;
}

async function report(id: number) {
  const url = `/api/reports/sinister?sinisterId=${id}`;
  const headers = { authorization: `Bearer ${token}`, accept: 'application/pdf' };
  const { statusCode, headers: answered, rawPayload } = await app.inject({ url, headers });
  expect([statusCode, answered['content-type']]).toEqual([200, 'application/pdf']);
  return { ...readPdf(rawPayload), disposition: answered['content-disposition'], bytes: rawPayload.length };
}

test('[SIN-13] the report holds case, vehicle, customer, opening, every occurrence with its image, closing and map', async () => {
  const id = await openCase({ openingLatitude: -3.73, openingLongitude: -38.52, openingAddress: 'Rua A, 1' });
  for (const [category, file] of [
    ['policeArriveAtTheScene', dataUrlOf(pngImage(40, 30))],
    ['registerThePoliceReport', dataUrlOf(pngImage(30, 40))],
    ['supportOnTheWay', undefined],
  ]) {
    const attributes = file ? { file } : {};
    const occurrence = {
      category,
      occurrenceDate: '2025-11-20T11:00:00.000Z',
      description: `Sobre ${category}`,
    };
    await ask('POST', `/api/sinisters/${id}/occurrences`, { token, body: { ...occurrence, attributes } });
  }
  await ask('PUT', `/api/sinisters/${id}/close`, {
    token,
    body: {
      id,
      closingDate: '2025-11-20T18:00:00.000Z',
      closingType: 'vehicleFound',
      vehicleDamaged: true,
      closingAddress: 'Av. Beira Mar, 100',
      closingDescription: 'Encontrado abandonado',
      closingLatitude: -3.9,
      closingLongitude: -38.4,
    },
  });
  const { text, imageCount, disposition } = await report(id);
  expect(disposition).toBe('attachment; filename="relatorio.pdf"');
  expect(imageCount).toBe(2);
  const required = [
    ...['Relatório de Sinistro', 'Fechado', 'ABC1D23', 'Fiorino', 'branca', '00123456789', 'Fiorino 7'],
    ...['José da Conceição', '(85) 3333-0000', 'jose@example.com', 'Furto', 'Rua A, 1', 'Ocorrências (3)'],
    ...[
      'Polícia no local',
      'Registro do boletim de ocorrência',
      'Sobre supportOnTheWay',
      'Veículo recuperado',
    ],
    ...['Av. Beira Mar, 100', 'Encontrado abandonado', 'Mapa dos locais', 'Local de abertura'],
    ...['Local de fechamento', 'Fortaleza', 'Distância entre os dois locais: 23,1 km', '10 km'],
  ];
  for (const words of required) expect(text).toContain(words);
  expect(text).toContain('Levado da porta — “às pressas” □');
});

test('[SIN-13] every page says which of how many it is, and when and by whom the report was issued', async () => {
  const id = await openCase();
  for (let index = 0; index < 8; index++) {
    const body = {
      category: 'supportStartsPatrolling',
      occurrenceDate: '2025-11-20T11:00:00.000Z',
      description: 'Patrulhamento na região. '.repeat(40),
    };
    await ask('POST', `/api/sinisters/${id}/occurrences`, { token, body });
  }
  const { text, pageCount } = await report(id);
  expect(pageCount).toBeGreaterThan(2);
  const feet = [
    ...text.matchAll(/Página (\d+) de (\d+).*Emitido em \d{2}\/\d{2}\/\d{4} - [\d:]+ por Ana Operadora/g),
  ];
  expect(feet.map(([, page, pages]) => [Number(page), Number(pages)])).toEqual(
    Array.from({ length: pageCount }, (_, index) => [index + 1, pageCount]),
  );
});

test('[SIN-13] a case without a place, without occurrences and still open says so', async () => {
  const { text } = await report(await openCase());
  for (const words of [
    'O sinistro continua aberto.',
    'Nenhuma ocorrência registrada.',
    'Nenhum local foi registrado.',
  ])
    expect(text).toContain(words);
});

test('[SET-01] [SIN-13] the report speaks the language and the zone of who asks, or the zone that the server forces', async () => {
  const id = await openCase();
  const attributes = { language: 'en', timezone: 'Asia/Tokyo' };
  await kysely.updateTable('users').set({ attributes }).where('id', '=', userId).execute();
  const own = await report(id);
  expect(own.text).toContain('Incident Report');
  expect(own.text).toContain('20/11/2025 - 19:00:00');
  await kysely.updateTable('server_settings').set({ force_settings: true, timezone: 'UTC' }).execute();
  expect((await report(id)).text).toContain('20/11/2025 - 10:00:00');
  await kysely.updateTable('server_settings').set({ force_settings: false, timezone: null }).execute();
  await kysely.updateTable('users').set({ attributes: {} }).where('id', '=', userId).execute();
});

test('[SIN-13] an image that cannot be drawn is named as such and ends no report', async () => {
  const id = await openCase();
  const whole = pngImage(40, 30);
  const damaged = Buffer.concat([whole.subarray(0, 50), Buffer.alloc(whole.length - 50, 0xab)]);
  const occurrence = {
    category: 'supportOnTheWay',
    occurrenceDate: '2025-11-20T11:00:00.000Z',
    description: 'x',
  };
  const body = { ...occurrence, attributes: { file: dataUrlOf(whole) } };
  await ask('POST', `/api/sinisters/${id}/occurrences`, { token, body });
  // it is taken whole, and may be damaged where it is kept
  await kysely.updateTable('occurrence_images').set({ bytes: damaged }).execute();
  expect((await report(id)).text).toContain('A imagem anexada não pôde ser lida.');
});

test('[SIN-13] the map carries what lies round its places and not the coasts of the world', async () => {
  const { bytes } = await report(await openCase({ openingLatitude: -3.73, openingLongitude: -38.52 }));
  expect(bytes).toBeLessThan(40_000);
});

test('[SIN-13] names in other alphabets are printed as they are; a letter that the font lacks is a box, and the report says so', async () => {
  const names = 'Łukasz Šćepanović, Владимир Ельцин, Ελένη Νικολάου, Nguyễn Ştefan';
  const { text } = await report(await openCase({ openingDescription: names }));
  expect(text).toContain(names);
  expect(text).not.toContain('□');
  const lacking = await report(await openCase({ openingDescription: '王芳 e שרה 👨‍👩‍👧' }));
  expect(lacking.text).toContain('□□ e □□□ □□□');
  expect(lacking.text).toContain('Um □ está no lugar de uma letra que a fonte deste documento não tem.');
});

test('[SIN-13] a report is made in a thread of its own, not in the one that talks to trackers', async () => {
  const id = await openCase({ openingLatitude: -3.73, openingLongitude: -38.52 });
  const started = vi.fn();
  process.on('worker', started);
  await report(id);
  process.off('worker', started);
  expect(started).toHaveBeenCalledOnce();
});

test('[COCK-01] the map of the report bears the way from the opening to the closing, and frames it whole', async () => {
  await pool.query(
    `CREATE TABLE positions_report PARTITION OF positions FOR VALUES FROM ('2025-11-01') TO ('2025-12-01')`,
  );
  const still = await report(await openCase({ openingLatitude: -3.73, openingLongitude: -38.52 }));
  const id = await openCase({ openingLatitude: -3.73, openingLongitude: -38.52 });
  const { device_id: deviceId } = await kysely
    .selectFrom('sinisters')
    .select('device_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const openedMs = Date.parse('2025-11-20T10:00:00.000Z');
  await storePositions(
    pool,
    Array.from({ length: 300 }, (_, minute) => ({
      ...{ deviceId, timeMs: openedMs + minute * 60_000, latitude: -3.73 - minute / 100 },
    })),
  );
  const driven = await report(id);
  expect(driven.bytes).toBeGreaterThan(still.bytes + 1000);
  // three degrees to the south, so that its scale is of another size
  const scaleOf = (text: string) =>
    [...text.matchAll(/\b(\d+) km\b/g)].map(([, length]) => Number(length)).at(-1);
  expect([still.text, driven.text].map(scaleOf)).toEqual([5, 200]);
});

test('[SIN-13] the report bears the logo and the colour of the company by whose host it was asked', async () => {
  const id = await openCase();
  const { token: admin } = await world.person({ administrator: true });
  const logo = pngImage(350, 350);
  const headers = { authorization: `Bearer ${admin}`, 'content-type': 'image/png' };
  const name = 'logo-report.png';
  await kysely.insertInto('company_logos').values({ name, type: 'image/png', bytes: logo }).execute();
  await kysely
    .insertInto('company_configurations')
    .values({ label: 'aguia', theme: '#ffcc00', logo_url: `/api/company/logos/${name}` })
    .execute();
  const ask = async (host: string) => {
    const url = `/api/reports/sinister?sinisterId=${id}`;
    const { rawPayload } = await app.inject({ url, headers: { ...headers, host } });
    return readPdf(rawPayload).imageCount;
  };
  expect([await ask('aguia.example.com'), await ask('other.example.com')]).toEqual([1, 0]);
});
