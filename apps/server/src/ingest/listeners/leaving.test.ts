/** An ingest process that ends while others take over: its connections end one after the other, each when it was answered. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { gt06Location, gt06Login } from '../testing/gt06-packets.ts';
import { startIngest, type TestIngest, until } from '../testing/start-ingest.ts';
import { connectTracker } from '../testing/tracker-client.ts';

let server: TestIngest;
afterEach(() => server.stop());

const imeiOf = (index: number) => String(860000000000000 + index);

async function online(count: number) {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await server.addDevice(imeiOf(index));
      const tracker = await connectTracker(server.port('gt06'));
      tracker.send(gt06Login(imeiOf(index)));
      await tracker.read(10);
      return tracker;
    }),
  );
}

test('[SCALE-02] connections end one after the other; who sends meanwhile is answered, and nobody goes offline', async () => {
  server = await startIngest({ leaveOverMs: 1_500 });
  const trackers = await online(20);
  let closed = 0;
  for (const tracker of trackers)
    void tracker.closed.then(() => {
      closed += 1;
    });
  const stopping = server.ingest.stop();
  // those that still have their connection
  const answered = trackers.map(async (tracker, index) => {
    tracker.send(gt06Location({ timeMs: Date.now() - index * 1000 }, 2));
    await tracker.read(20);
    return true;
  });
  await Promise.race(trackers.map((tracker) => tracker.closed));
  await sleep(50);
  // in one moment they would come back in one moment
  expect(closed).toBeLessThan(trackers.length / 2);
  const wasAnswered = (await Promise.allSettled(answered)).filter(
    ({ status }) => status === 'fulfilled',
  ).length;
  await stopping;
  await until(() => closed === trackers.length);
  const { rows } = await server.database.pool.query(
    "SELECT count(*) FILTER (WHERE status <> 'online')::int AS off FROM device_state",
  );
  expect(rows).toEqual([{ off: 0 }]);
  expect(wasAnswered).toBe(trackers.length);
  await expect(connectTracker(server.ingest.addresses()[0]!.port)).rejects.toThrow();
});
