import { expect, test } from 'vitest';
import { standStill } from '../part.ts';
import { untilAcknowledged } from '../testing/expectations.ts';
import { sendDatagrams, sendOverHttp } from '../testing/reports.ts';
import { type Scene, whileSending } from '../testing/scene.ts';

/** Shorter than the 60 s of `npm run crash -- cluster`, and long enough that trackers go elsewhere meanwhile. */
const stoppedMs = 10_000;

export function trackersWander(scene: () => Scene): void {
  const offsets = () => ['ingest-1', 'ingest-2'].map((name) => scene().server(name).portOffset);

  test('[SCALE-02] [SCALE-07] trackers go from one process to the other, through the proxy and past it, while one stands still', async () => {
    const { cluster, enlist, tracker, server, wrongs } = scene();
    const vehicles = await enlist(24);
    const trackers = vehicles.map((vehicle, index) =>
      tracker(vehicle, index % 2 === 0 ? offsets() : [cluster.portOffset]),
    );
    await whileSending(trackers, async () => {
      await untilAcknowledged(trackers, 12);
      await standStill([server('ingest-1').pid], stoppedMs);
      await untilAcknowledged(trackers, 12);
    });
    expect(await wrongs(trackers)).toEqual([]);
  });

  test('[SCALE-02] two trackers with one id at two processes are one: each position, event and metre counts once', async () => {
    const { enlist, tracker, wrongs } = scene();
    const [one, other] = offsets();
    const vehicles = await enlist(4);
    const trackers = vehicles.flatMap((vehicle) =>
      [one, other].map((offset) => tracker(vehicle, [offset ?? 0])),
    );
    await whileSending(trackers, () => untilAcknowledged(trackers, 20));
    expect(await wrongs(trackers)).toEqual([]);
  });

  test('[SCALE-02] reports by HTTP and in datagrams to two processes by turns count once, and one odometer goes on', async () => {
    const { admin, cluster, pool } = scene();
    const phone = await admin.createDevice({ uniqueId: 'phone-of-two', name: 'Phone' });
    const tracker = await admin.createDevice({ uniqueId: '353022079990001', name: 'Datagrams' });
    const startMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
    const addresses = [
      ...offsets().map((offset) => `http://127.0.0.1:${5055 + offset}/`),
      ...cluster.of('web').map(({ server }) => `${server.origin}/osmand`),
    ];
    for (let index = 0; index < 20; index += 1) {
      const report = { lat: -3.7 + index * 1e-4, timestamp: startMs / 1000 + index, speed: 20 };
      // each is sent again to the next process
      for (const shift of [0, 1])
        expect(
          await sendOverHttp(addresses[(index + shift) % addresses.length] ?? '', phone.uniqueId, report),
        ).toBe(true);
    }
    await sendDatagrams(
      tracker.uniqueId,
      offsets().map((offset) => 5082 + offset),
      20,
      startMs,
    );
    const { rows } = await pool.query(
      `SELECT count(*)::int AS positions, count(DISTINCT fix_time)::int AS moments,
        round((SELECT memory ->> 'totalDistanceMetres' FROM device_state AS s WHERE s.device_id = p.device_id)::numeric)::int AS metres
       FROM positions AS p WHERE device_id = ANY($1) GROUP BY device_id`,
      [[phone.id, tracker.id]],
    );
    // 19 steps of a ten thousandth of a degree
    const counted = { positions: 20, moments: 20, metres: 211 };
    expect(rows).toEqual([counted, counted]);
  });

  test('[SCALE-02] a command reaches a tracker at whichever process it is, once', async () => {
    const { admin, enlist, tracker } = scene();
    const [vehicle] = await enlist(2);
    if (!vehicle) throw new Error('none was registered');
    const received: string[] = [];
    const onCommand = (text: string) => {
      received.push(text);
      return 'OK';
    };
    const trackers = [tracker(vehicle, offsets(), { onCommand, manner: { pauseMs: 100 } })];
    const words = Array.from({ length: 6 }, (_, index) => `WORD,${index}#`);
    await whileSending(trackers, async () => {
      await untilAcknowledged(trackers, 2);
      for (const data of words)
        await admin.post('commands/send', { deviceId: vehicle.id, type: 'custom', attributes: { data } });
      await expect.poll(() => received.length).toBeGreaterThanOrEqual(words.length);
      await untilAcknowledged(trackers, 10);
    });
    expect(received.toSorted()).toEqual(words);
  });
}
