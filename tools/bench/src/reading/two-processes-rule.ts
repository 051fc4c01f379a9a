/**
 * How soon a rule that is saved in one process holds in another: two servers on one database, and NATS nowhere. A computed
 * attribute is given another value in the one; reports go to the other until one has it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer } from '@atalaia/fixtures/running-server';
import { startServersOnOneDatabase } from '@atalaia/fixtures/servers-on-one-database';
import type { Database } from '@atalaia/server/src/platform/db/database.ts';
import { atMost, type Figure } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';

const saves = 100;
const reportEveryMs = 10;
/** A save that holds nowhere is a failure, not a slow one. */
const patienceMs = 10_000;

export async function ruleInOtherProcess(say: (text: string) => void): Promise<Figure> {
  await using opened = await startServersOnOneDatabase(2);
  const [saving, receiving] = opened.servers;
  if (!saving || !receiving) throw new Error('two servers were to start');
  say(`two processes: ${saves} saves`);
  return {
    name: 'a rule that is saved in one process holds in another',
    unit: 'ms',
    ...spreadOfTimes(await timesToHold(opened.database, saving, receiving)),
    limits: [atMost(1_000, 'p99')],
  };
}

const uniqueId = 'two-processes';

async function timesToHold(database: Database, saving: RunningServer, receiving: RunningServer) {
  const api = await signInToApi(saving.origin, administrator.email, administrator.password);
  const device = await api.createDevice({ uniqueId, name: 'Two processes' });
  const rule = { description: 'Bench', attribute: 'bench', type: 'number', expression: '0' };
  const { id } = await api.post<{ id: number }>('attributes/computed', rule);
  await api.post('permissions', { deviceId: device.id, attributeId: id });
  const timesMs: number[] = [];
  let second = Math.floor(Date.now() / 1000) - 80_000;
  for (let save = 1; save <= saves; save += 1) {
    await api.put(`attributes/computed/${id}`, { ...rule, id, expression: String(save) });
    const savedMs = performance.now();
    for (;;) {
      second += 1;
      const sentMs = performance.now();
      if (sentMs - savedMs > patienceMs) throw new Error(`save ${save} does not hold after ${patienceMs} ms`);
      const report = await fetch(
        `${receiving.origin}/osmand?id=${uniqueId}&lat=-3.7&lon=-38.5&timestamp=${second}`,
      );
      if (!report.ok) throw new Error(`a report was answered ${report.status}`);
      if ((await newestValue(database, device.id)) === save) {
        timesMs.push(sentMs - savedMs);
        break;
      }
      await sleep(reportEveryMs);
    }
  }
  return timesMs;
}

async function newestValue({ pool }: Database, deviceId: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ value: number | null }>(
    `SELECT (position -> 'attributes' ->> 'bench')::float8 AS value FROM device_state WHERE device_id = $1`,
    [deviceId],
  );
  return rows[0]?.value ?? undefined;
}
