import { createServer } from 'node:http';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createOutboundMetrics } from '../outbound/outbound-metrics.ts';
import { createGeocoding, searchAddress } from './geocoding.ts';
import { townsDataFrom } from './towns.ts';

/** The world outside: a service that says what a test lets it say. */
let requested: { url: string; userAgent: string | undefined }[] = [];
let mostAtOnce = 0;
let atOnce = 0;
let answer: { status: number; body: string; afterMs?: number };
const service = createServer((request, response) => {
  requested.push({ url: request.url ?? '', userAgent: request.headers['user-agent'] });
  atOnce += 1;
  mostAtOnce = Math.max(mostAtOnce, atOnce);
  const { status, body, afterMs = 0 } = answer;
  setTimeout(() => {
    atOnce -= 1;
    response.writeHead(status).end(body);
  }, afterMs);
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const port = (service.address() as { port: number }).port;
afterAll(() => service.close());

const found = {
  display_name: '100, Rua Augusta, Consolação, São Paulo, Brasil',
  address: {
    road: 'Rua Augusta',
    house_number: '100',
    suburb: 'Consolação',
    city: 'São Paulo',
    state: 'São Paulo',
    'ISO3166-2-lvl4': 'BR-SP',
  },
};

beforeEach(() => {
  requested = [];
  mostAtOnce = 0;
  answer = { status: 200, body: JSON.stringify(found) };
});

const oneTown = townsDataFrom([{ name: 'Campinas', region: 'SP', latitude: -22.9056, longitude: -47.0608 }]);

function start(intervalMs = 0) {
  return createGeocoding({
    config: {
      geocoderUrl: `http://127.0.0.1:${port}/reverse?lat={lat}&lon={lon}`,
      geocoderIntervalMs: intervalMs,
    },
    metrics: createOutboundMetrics(new Registry()),
    log: pino({ level: 'silent' }),
    load: async () => oneTown,
  });
}

test('[ING-06] a service set up by its address is asked for the place, and says what asks', async () => {
  expect(await start().addressOf(-23.55, -46.65)).toBe('Rua Augusta, 100, Consolação, São Paulo, SP');
  expect(requested).toMatchObject([{ url: '/reverse?lat=-23.55&lon=-46.65', userAgent: 'Atalaia' }]);
});

test('[ING-06] a place within some metres is not asked for twice', async () => {
  const geocoding = start();
  await geocoding.addressOf(-23.55, -46.65);
  await geocoding.addressOf(-23.550004, -46.650004);
  await geocoding.addressOf(-23.5503, -46.65);
  expect(requested).toHaveLength(2);
});

test('[ING-06] it is asked for one place at a time, and no faster than its rule', async () => {
  answer = { status: 200, body: JSON.stringify(found), afterMs: 20 };
  const geocoding = start(60);
  const startedMs = performance.now();
  await Promise.all([1, 2, 3].map((place) => geocoding.addressOf(place, place)));
  // from here: a busy service looks at its clock late
  expect(performance.now() - startedMs).toBeGreaterThan(2 * 60);
  expect(requested).toHaveLength(3);
  expect(mostAtOnce).toBe(1);
});

test('[ING-06] while the service fails the nearest town is told, and after failures in a row it is spared', async () => {
  answer = { status: 500, body: 'broken' };
  const geocoding = start();
  for (let place = 0; place < 12; place++) {
    expect(await geocoding.addressOf(-22.9056 + place / 1000, -47.0608)).toBe('Campinas, SP');
  }
  expect(requested).toHaveLength(5);
  // a failure is not remembered as an address
  answer = { status: 200, body: JSON.stringify(found) };
  expect(await start().addressOf(-22.9056, -47.0608)).toContain('Rua Augusta');
});

test('[ING-06] more places than a service can take are told by their town', async () => {
  answer = { status: 200, body: JSON.stringify(found), afterMs: 50 };
  const geocoding = start();
  const reported = Array.from({ length: 130 }, (_, place) => geocoding.addressOf(-22.9 + place / 1000, -47));
  const quick = await Promise.all(reported.slice(100));
  expect(quick.every((address) => address?.endsWith('Campinas, SP'))).toBe(true);
  geocoding.stop();
  await Promise.all(reported);
  expect(requested.length).toBeLessThan(20);
});

test('[ING-06] an answer that names no place, or is no JSON, is taken for what it is', async () => {
  answer = { status: 200, body: '{"error":"Unable to geocode"}' };
  expect(await start().addressOf(-22.9056, -47.0608)).toBe('Campinas, SP');
  expect(await start().addressOf(0, -30)).toBeNull();
  answer = { status: 200, body: '  Rua   das Flores, 10\n Curitiba ' };
  expect(await start().addressOf(-25, -49)).toBe('Rua das Flores, 10 Curitiba');
  answer = { status: 200, body: '{"display_name":"Rodovia BR-116"}' };
  expect(await start().addressOf(-25, -49)).toBe('Rodovia BR-116');
});

test('[GEO-01] what a person types is searched for beside the way back, with the key of the service and at its pace', async () => {
  expect(
    searchAddress('https://x.example/reverse.php?format=json&lat={lat}&lon={lon}&zoom=18&key=k', 'Rua A, 1'),
  ).toBe('https://x.example/search.php?format=json&key=k&q=Rua+A%2C+1&limit=5');
  expect(searchAddress('https://x.example/v1?point={lat},{lon}', 'Rua A')).toBeUndefined();
  const geocoding = start();
  answer.body = JSON.stringify([{ display_name: 'Rua Augusta,  Consolação', lat: '-23.55', lon: '-46.65' }]);
  expect(await geocoding.find('Augusta')).toEqual([
    { name: 'Rua Augusta, Consolação', latitude: -23.55, longitude: -46.65 },
  ]);
  expect(requested.at(-1)?.url).toContain('q=Augusta');
  for (const body of ['{"error":"no"}', '[{"display_name":"x","lat":"91","lon":"0"}]', 'words']) {
    answer.body = body;
    await expect(geocoding.find('Augusta')).rejects.toThrow('answered no list of places');
  }
  geocoding.stop();
});
