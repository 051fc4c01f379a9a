import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createReport } from '../report.ts';
import type { SourceRow } from '../source/source.ts';
import type { Answer } from './api.ts';
import { type ImportParts, importObjects } from './import-objects.ts';

/** Twelve calendars, and a server that answers each once the test says so. */
function slowServer() {
  const rows: SourceRow[] = Array.from({ length: 12 }, (_, at) => ({
    id: at + 1,
    name: `calendar ${at + 1}`,
  }));
  const asked: PromiseWithResolvers<Answer>[] = [];
  const noted: unknown[] = [];
  const parts: ImportParts = {
    source: {
      name: 'there',
      rows: async (table) => (table === 'tc_calendars' ? rows : []),
      tables: async () => [],
      history: () => expect.unreachable(),
      close: async () => undefined,
    },
    api: {
      send: () => {
        const one = Promise.withResolvers<Answer>();
        asked.push(one);
        return one.promise;
      },
    },
    client: Object.assign(new Client(), { query: async () => ({ rows: [] }) }),
    known: { find: () => undefined, note: async (_kind, sourceId) => void noted.push(sourceId) },
    ...{ zone: 'UTC', report: createReport(true), applies: true },
  };
  return { parts, asked, noted };
}

test('[BACK-04] eight objects are on their way at once, and the next follows whichever ended', async () => {
  const { parts, asked, noted } = slowServer();
  const importing = importObjects(parts);
  await expect.poll(() => asked.length).toBe(8);
  asked[5]?.resolve({ body: { id: 6 } });
  await expect.poll(() => asked.length).toBe(9);
  for (let at = 0; at < 12; at += 1) {
    await expect.poll(() => asked.length).toBeGreaterThan(at);
    asked[at]?.resolve({ body: { id: at + 1 } });
  }
  await importing;
  expect(noted).toHaveLength(12);
});

test('[BACK-04] after one that fails none further is begun, and those on their way are noted before it is told', async () => {
  const { parts, asked, noted } = slowServer();
  let told: unknown;
  const importing = importObjects(parts).catch((error: unknown) => {
    told = error;
  });
  await expect.poll(() => asked.length).toBe(8);
  asked[2]?.reject(new Error('the server failed'));
  asked[0]?.resolve({ body: { id: 1 } });
  await expect.poll(() => noted.length).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect([asked.length, told]).toEqual([8, undefined]);
  for (const at of [1, 3, 4, 5, 6, 7]) asked[at]?.resolve({ body: { id: at + 1 } });
  await importing;
  expect(told).toEqual(new Error('the server failed'));
  expect([asked.length, noted.length]).toEqual([8, 7]);
});
