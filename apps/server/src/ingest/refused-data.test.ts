import { afterAll, beforeAll, expect, test } from 'vitest';
import { gt06Location, gt06Login } from './testing/gt06-packets.ts';
import { osmandSender } from './testing/osmand-sender.ts';
import { startIngest, type TestIngest } from './testing/start-ingest.ts';
import { connectTracker } from './testing/tracker-client.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
  // stands for data that a table refuses and nobody thought of
  await server.database.pool.query(`
    ALTER TABLE positions ADD CHECK (latitude NOT BETWEEN 13 AND 14);
    ALTER TABLE odd_positions ADD CHECK ((content ->> 'latitude')::float8 <> 14);
    ALTER TABLE refused_messages ADD CHECK (content NOT LIKE '%"latitude":14,%')`);
});
afterAll(() => server.stop());

const timeMs = Math.floor(Date.now() / 1000) * 1000 - 60_000;

test('data that its table refuses goes aside, acknowledged, and everything else of its batch is stored', async () => {
  const senders = await Promise.all(Array.from({ length: 40 }, () => osmandSender(server)));
  const refused = new Set([7, 8, 31]);
  await Promise.all(
    senders.map(({ send }, index) => send({ timestamp: timeMs, lat: refused.has(index) ? 13 : 10, lon: 1 })),
  );
  for (const [index, { stored }] of senders.entries()) {
    expect(await stored()).toHaveLength(refused.has(index) ? 0 : 1);
  }
  const { rows } = await server.database.pool.query('SELECT reason FROM odd_positions');
  expect(rows).toEqual([...refused].map(() => ({ reason: 'refused: 23514' })));
});

test('what cannot even be set aside is never acknowledged, is counted, and holds nobody up', async () => {
  await server.addDevice('860000000000001');
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login('860000000000001'));
  await tracker.read(10);
  tracker.send(gt06Location({ timeMs, latitude: 14 }, 2), gt06Location({ timeMs: timeMs + 1000 }, 3));
  const other = await osmandSender(server);
  await other.send({ timestamp: timeMs, lat: 10, lon: 1 });
  await tracker.closed;
  expect(tracker.received().length).toBe(10);
  expect(await server.metric('rejected_total')).toBe(1);
});

test('[ING-11] a row that is too large goes aside after a few tries, and holds nobody up', async () => {
  await server.database.pool.query(`
    CREATE FUNCTION too_large() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'row is too big' USING ERRCODE = '54000'; END $$;
    CREATE TRIGGER too_large BEFORE INSERT ON positions FOR EACH ROW WHEN (NEW.latitude = 15)
      EXECUTE FUNCTION too_large()`);
  const [large, usual] = await Promise.all([osmandSender(server), osmandSender(server)]);
  await Promise.all([
    large.send({ timestamp: timeMs, lat: 15, lon: 1 }),
    usual.send({ timestamp: timeMs, lat: 10, lon: 1 }),
  ]);
  expect(await usual.stored()).toHaveLength(1);
  const { rows } = await server.database.pool.query('SELECT reason FROM odd_positions WHERE device_id = $1', [
    large.deviceId,
  ]);
  expect(rows).toEqual([{ reason: 'refused: 54000' }]);
});

test('[ING-02] a row that does not fit its table goes aside, and the other vehicles of its writer go on', async () => {
  const senders = await Promise.all(Array.from({ length: 12 }, () => osmandSender(server)));
  const [odd] = senders;
  if (!odd) throw new Error('no sender');
  expect(await server.totals.set(odd.deviceId, { totalDistanceMetres: 0, hoursMs: 1e308 })).toBe('committed');
  await Promise.all(senders.map(({ send }) => send({ timestamp: timeMs, lat: 10, lon: 1 })));
  for (const { stored } of senders.slice(1)) expect(await stored()).toHaveLength(1);
  const { rows } = await server.database.pool.query('SELECT reason FROM odd_positions WHERE device_id = $1', [
    odd.deviceId,
  ]);
  expect(rows).toEqual([{ reason: 'refused: rules failed' }]);
});
