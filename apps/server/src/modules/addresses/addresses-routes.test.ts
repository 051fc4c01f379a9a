import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world } = await createTestApp();
const { token } = await world.person();
const geocode = (query: string) => ask('GET', `/api/server/geocode?${query}`, { token });

test('[ING-06] the address of a place is told as plain text; where there is none it is not found', async () => {
  const { status, headers, text } = await geocode('latitude=-22.9056&longitude=-47.0608');
  expect([status, headers['content-type'], text]).toEqual([200, 'text/plain; charset=utf-8', 'Campinas, SP']);
  expect((await geocode('latitude=0&longitude=-30')).status).toBe(404);
});

test('[ING-06] degrees that are none are refused by name', async () => {
  const { status, body } = await geocode('latitude=91&longitude=east');
  expect([status, body.details.fields.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    ['query.latitude', 'query.longitude'],
  ]);
});

test('[GEO-01] places are searched for by who is signed in; without a service there are none, and a text of two letters is refused', async () => {
  expect((await ask('GET', '/api/server/places?text=Rua%20Augusta')).status).toBe(401);
  expect((await ask('GET', '/api/server/places?text=ab', { token })).status).toBe(400);
  const { status, body } = await ask('GET', '/api/server/places?text=Rua%20Augusta', { token });
  expect([status, body]).toEqual([200, []]);
});
