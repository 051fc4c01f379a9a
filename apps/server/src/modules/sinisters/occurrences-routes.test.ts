import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readImageHeader } from '../../platform/images/image-header.ts';
import { dataUrlOf, jpegHead, jpegImage, pngImage } from '../../testing/images.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, app, world, kysely, published } = await createTestApp();

const { token, id: userId } = await world.person({ name: 'Ana Operadora' });
const deviceId = await world.device();
await world.link(userId, { device: deviceId });
const sinisterId = await world.sinister(deviceId);

const occurrence = {
  sinisterId,
  category: 'policeArriveAtTheScene',
  occurrenceDate: '2025-11-20T11:00:00.000Z',
  address: 'Rua das Flores, 1',
  description: 'Viatura no local',
};
const url = `/api/sinisters/${sinisterId}/occurrences`;
const add = (attributes: object, more: object = {}) =>
  ask('POST', url, { token, body: { ...occurrence, attributes, ...more } });

test('[SIN-09] an occurrence is kept with who published it, and told with its case', async () => {
  published.length = 0;
  const { status, body } = await add({ weather: 'rain' });
  expect([status, body.reportedBy, body.attributes]).toEqual([200, 'Ana Operadora', { weather: 'rain' }]);
  const { body: sinister } = await ask('GET', `/api/sinisters/${sinisterId}`, { token });
  expect(sinister.occurenceIds).toContain(body.id);
  expect(sinister.occurrences).toContainEqual(body);
  const [message] = published.filter(({ topic }) => topic === 'sinisters').map((one) => one.message);
  expect(JSON.parse((message as { json: string }[])[0]?.json ?? '')).toEqual(sinister);
});

test('[SIN-09] occurrences come in the order in which they happened', async () => {
  const earlier = (await add({}, { occurrenceDate: '2025-11-20T09:00:00.000Z' })).body;
  const { body } = await ask('GET', url, { token });
  expect(body[0]).toEqual(earlier);
});

test('[SIN-09] [SEC-01] an image is kept out of the row, named by its address, and given as what it is', async () => {
  const image = pngImage(4, 3);
  const { status, body } = await add({ ext: 'exe', file: dataUrlOf(image, 'text/html') });
  expect([status, body.attributes.ext]).toEqual([200, 'png']);
  expect(body.attributes.file).toBe(`${url}/${body.id}/image`);
  const answer = await app.inject({
    url: body.attributes.file,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.headers['content-type']).toBe('image/png');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.rawPayload.equals(image)).toBe(true);
  const row = await kysely
    .selectFrom('occurrences')
    .selectAll()
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  expect(row.attributes).toEqual({ ext: 'png' });
});

test('[SEC-01] a file that is no PNG or JPEG is refused, whatever it calls itself', async () => {
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const bad = await add({ ext: 'png', file: dataUrlOf(script) });
  expect([bad.status, bad.body.code, bad.body.details.fields[0].path]).toEqual([
    415,
    'unsupported-media-type',
    'attributes.file',
  ]);
  const text = await add({ file: 'https://example.com/x.png' });
  expect([text.status, text.body.details.fields[0].path]).toEqual([400, 'attributes.file']);
});

test('[SEC-01] an image too large in bytes or in pixels is refused with 413, and nothing is written', async () => {
  const count = async () => (await ask('GET', url, { token })).body.length;
  const before = await count();
  const heavy = Buffer.concat([pngImage(4, 4), Buffer.alloc(5 * 1024 * 1024)]);
  const answers = await Promise.all([
    add({ file: dataUrlOf(heavy) }),
    add({ file: `data:image/png;base64,${'A'.repeat(7_900_000)}` }),
    add({ file: dataUrlOf(jpegHead(20_000, 20_000)) }),
  ]);
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    Array(3).fill([413, 'body-too-large']),
  );
  expect(await count()).toBe(before);
});

test('[SIN-09] an image that is damaged or cut off is refused by its field, and a whole one is not', async () => {
  const [png, jpeg] = [pngImage(40, 30), jpegImage(40, 30)];
  const garbage = Buffer.concat([png.subarray(0, 50), Buffer.alloc(png.length - 50, 0xab)]);
  for (const file of [png.subarray(0, -20), garbage, jpeg.subarray(0, -2), jpegHead(40, 30)]) {
    const { status, body } = await add({ file: dataUrlOf(file) });
    expect([status, body.details.fields[0].path]).toEqual([400, 'attributes.file']);
  }
  const taken = await add({ file: dataUrlOf(jpeg, 'image/jpeg') });
  expect([taken.status, taken.body.attributes.ext]).toEqual([200, 'jpg']);
});

test('[SIN-09] a large image is stored with a longer edge of 2,560 pixels, and a case holds a hundred', async () => {
  const { body } = await add({ file: dataUrlOf(pngImage(5000, 500)) });
  const stored = await app.inject({
    url: body.attributes.file,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(readImageHeader(stored.rawPayload)).toEqual({ type: 'image/png', width: 2560, height: 256 });
  await sql`
    WITH given AS (
      INSERT INTO occurrences (sinister_id, category, occurrence_date, description, reported_by, attributes)
      SELECT ${sinisterId}, 'supportOnTheWay', now(), 'x', 'x', '{}' FROM generate_series(1, 100) RETURNING id
    ) INSERT INTO occurrence_images (occurrence_id, type, bytes) SELECT id, 'image/png', ''::bytea FROM given`.execute(
    kysely,
  );
  const count = async () => (await ask('GET', url, { token })).body.length;
  const before = await count();
  const more = await add({ file: dataUrlOf(pngImage(4, 4)) });
  expect([more.status, more.body.code, await count()]).toEqual([409, 'too-many-images', before]);
  expect((await add({})).status).toBe(200);
});

test('[SIN-09] what has not happened yet is no occurrence', async () => {
  const { status, body } = await add({}, { occurrenceDate: '9999-12-31T00:00:00.000Z' });
  expect([status, body.details.fields[0].path]).toEqual([400, 'occurrenceDate']);
});

test('[SIN-09] an occurrence for another case than the address names, or without its required fields, is refused', async () => {
  const other = await add({}, { sinisterId: sinisterId + 1 });
  expect([other.status, other.body.details.fields[0].path]).toEqual([400, 'sinisterId']);
  const empty = await ask('POST', url, { token, body: {} });
  const paths = empty.body.details.fields.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(['category', 'occurrenceDate', 'description']);
});

test('[SIN-15] a closed case takes no more occurrences', async () => {
  const closed = await world.sinister(await world.device());
  await kysely.updateTable('sinisters').set({ status: 'closed' }).where('id', '=', closed).execute();
  const body = { ...occurrence, sinisterId: closed };
  const admin = await world.administrator();
  const answer = await ask('POST', `/api/sinisters/${closed}/occurrences`, { token: admin.token, body });
  expect([answer.status, answer.body.code]).toEqual([400, 'sinister-closed']);
});
