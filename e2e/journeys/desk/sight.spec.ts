import { signInToApi } from '@atalaia/fixtures/api';
import { connectGt06 } from '../../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { markersOf } from '../../fixtures/map-probe.ts';

const place = { latitude: -23.5614, longitude: -46.6559 };

test('[ROLE-01] a second user sees the first one’s device neither live, nor on the map, nor by address', async ({
  browser,
  server,
  admin,
}) => {
  const lay = async (label: string) => {
    const number = fresh();
    const email = `${label}-${number}@journey.local`;
    const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
    const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `${label} ${number}` });
    await admin.link(user.id, device.id);
    const page = await (await browser.newContext()).newPage();
    await openAs(page, server, email, '/admin');
    const frames: string[] = [];
    return { email, device, page, frames };
  };
  const first = await lay('primeiro');
  const second = await lay('segundo');
  second.page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => second.frames.push(String(payload)));
  });
  await second.page.reload();
  const seen = async (page: typeof first.page) => (await markersOf(page)).map(({ deviceId }) => deviceId);

  for (const { device } of [first, second]) {
    const tracker = await connectGt06(server, device.uniqueId);
    await tracker.sendPosition({ fixTimeMs: Date.now(), ...place });
    await tracker.close();
  }
  await expect.poll(() => seen(first.page)).toEqual([first.device.id]);
  await expect.poll(() => seen(second.page)).toEqual([second.device.id]);
  await expect.poll(() => second.frames.join('')).toContain(`"deviceId":${second.device.id}`);
  expect(second.frames.join('')).not.toContain(`"deviceId":${first.device.id}`);
  expect(second.frames.join('')).not.toContain(first.device.uniqueId);

  const api = await signInToApi(server.origin, second.email, password);
  const ask = (path: string) =>
    fetch(`${server.origin}/api/${path}`, { headers: { authorization: `Bearer ${api.token}` } });
  expect((await ask(`devices/${first.device.id}`)).status).toBe(404);
  const list = await api.get<{ id: number }[]>('devices');
  expect(list.map(({ id }) => id)).toEqual([second.device.id]);
  const last = await api.get<{ deviceId: number }[]>('positions');
  expect(last.map(({ deviceId }) => deviceId)).toEqual([second.device.id]);
  for (const { page } of [first, second]) await page.context().close();
});
