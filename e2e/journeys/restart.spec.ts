import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, startServer } from '@atalaia/fixtures/running-server';
import { connectGt06 } from '../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, test } from '../fixtures/journey.ts';
import { markerOf } from '../fixtures/map-probe.ts';

test('[OPS-02] [ING-02] after kill -9 the person is signed in still and every acknowledged position is there, once', async ({
  page,
}) => {
  // it starts a server twice
  test.setTimeout(120_000);
  const server = await startServer();
  try {
    const admin = await signInToApi(server.origin, administrator.email, administrator.password);
    const device = await admin.createDevice({ uniqueId: imeiOf(fresh()), name: 'Sobrevive' });
    await openAs(page, server, administrator.email, '/admin');
    const tracker = await connectGt06(server, device.uniqueId);
    const start = Date.now() - 120_000;
    const acknowledged: number[] = [];
    const sending = (async () => {
      for (let n = 0; n < 100; n += 1) {
        const fixTimeMs = Math.floor(start / 1000) * 1000 + n * 1000;
        const sent = { fixTimeMs, latitude: -3.7 + n * 0.0001, longitude: -38.5 };
        const stored = await tracker.sendPosition(sent).then(
          () => true,
          () => false,
        );
        if (!stored) return;
        acknowledged.push(fixTimeMs);
        if (n === 40) void server.kill();
      }
    })();
    await sending;
    expect(acknowledged.length).toBeGreaterThan(40);
    await server.restart();

    const from = new Date(start - 60_000).toISOString();
    const to = new Date(start + 600_000).toISOString();
    const stored = await admin.get<{ fixTime: string }[]>(
      `positions?deviceId=${device.id}&from=${from}&to=${to}`,
    );
    const times = stored.map(({ fixTime }) => Date.parse(fixTime));
    expect(new Set(times).size).toBe(times.length);
    for (const time of acknowledged) expect(times).toContain(time);

    await page.reload();
    await expect(page).toHaveURL(/\/admin$/);
    const again = await connectGt06(server, device.uniqueId);
    await again.sendPosition({ fixTimeMs: Date.now(), latitude: -3.69, longitude: -38.5 });
    await expect.poll(async () => (await markerOf(page, device.id))?.colour).toBe('ignition');
    await again.close();
  } finally {
    await server.stop();
  }
});
