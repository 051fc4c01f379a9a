import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ReportRequest } from '../rows/report-request.ts';
import { rowLimits } from '../rows/row-limits.ts';
import { type ReportMakerParts, reportBytes } from './report-maker.ts';

const device = { id: 1, name: 'one', category: null, attributes: {}, serverAttributes: {} };
/** One that does not become short: a piece of its own, of which gzip gives some at once. */
const visit = {
  ...{ geofenceId: 1, geofenceName: randomBytes(52_000).toString('base64') },
  ...{ startTime: '2026-06-01T00:00:00Z', endTime: '2026-06-01T01:00:00Z' },
};
/** Devices are read a hundred at a time. */
const request: ReportRequest = {
  ...{ kind: 'geofences', deviceIds: new Int32Array(101), fromMs: 0, toMs: 1 },
  isZipped: true,
};

/** A database that gives one visit, and to the second reading of devices what `second` does. */
function databaseWith(second: () => Promise<void>) {
  let connectionsHeld = 0;
  let readings = 0;
  const client = {
    query: async (given: string | { readonly name: string }) => {
      if (typeof given === 'string') return { rows: given.includes('FROM positions') ? [visit] : [] };
      readings += 1;
      if (readings === 1) return { rows: [device] };
      await second();
      return { rows: [] };
    },
    release: () => {
      connectionsHeld -= 1;
    },
  };
  const connect = async () => {
    connectionsHeld += 1;
    return client;
  };
  const pools = { reading: { connect }, cancels: {} } as unknown as ReportMakerParts['pools'];
  const maker = { pools, limits: rowLimits } as ReportMakerParts;
  return { connectionsHeld: () => connectionsHeld, maker };
}

const { signal } = new AbortController();

test('[REP-08] a zipped report that is given up ends once what it reads from has ended', async () => {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { connectionsHeld, maker } = databaseWith(() => {
    asked.resolve();
    return answered.promise;
  });
  const pieces = reportBytes(maker, request, signal);
  expect((await pieces.next()).done).toBe(false);
  await asked.promise;
  const heldAtEnd = pieces.return(undefined).then(connectionsHeld);
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  expect(connectionsHeld()).toBe(1);
  answered.resolve();
  expect(await heldAtEnd).toBe(0);
});

test('[REP-08] a zipped report is whole, and fails as what it reads from does', async () => {
  const all = async (second: () => Promise<void>) => {
    const made: Uint8Array[] = [];
    for await (const piece of reportBytes(databaseWith(second).maker, request, signal)) made.push(piece);
    return JSON.parse(gunzipSync(Buffer.concat(made)).toString());
  };
  expect(await all(async () => undefined)).toMatchObject([{ geofenceName: visit.geofenceName }]);
  await expect(all(() => Promise.reject(new Error('the database is away')))).rejects.toThrow(
    'the database is away',
  );
});
