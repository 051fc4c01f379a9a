/** Two processes on one database, of which one exchanges with the provider. */
import { startFleetControl } from '@atalaia/fakes/fleet-control/fleet-control';
import { recordsOf } from '@atalaia/fakes/fleet-control/records';
import { Registry } from 'prom-client';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { Caller } from '../../visibility/caller.ts';
import { createFleetControl } from './provider/fleet-control.ts';

const provider = await startFleetControl({ held: recordsOf(3) });
afterAll(provider.close);
const fleetControl = createFleetControl({
  settings: { url: provider.url, timeoutMs: 1_000, updateMethod: 'PUT', listMethod: 'POST' },
  metrics: createOutboundMetrics(new Registry()),
});
const { ask, world, kysely, pool, secrets, logLines, anotherProcess } = await createTestApp({ fleetControl });
const other = anotherProcess();
afterAll(() => other.fleetControl.stopAll());
beforeEach(() => {
  provider.manners.hangs = false;
});

async function started() {
  const attributes = JSON.stringify({
    full_control_client_id: 'client-1',
    full_control_secret_id: secrets.seal('secret-1'),
  });
  const { id, token } = await world.person({ administrator: true, attributes });
  provider.manners.hangs = true;
  await ask('POST', '/api/fleet-control/runs', { token, body: {} });
  const fence = async () => {
    const { rows } = await pool.query('SELECT fence FROM job_leases WHERE name = $1', [
      `fleet-control ${id}`,
    ]);
    return rows[0]?.fence as number | undefined;
  };
  await vi.waitFor(async () => expect(await fence()).toBeDefined());
  const run = async () => {
    const { rows } = await pool.query('SELECT * FROM fleet_control_runs WHERE user_id = $1', [id]);
    expect(rows).toHaveLength(1);
    return rows[0];
  };
  const user = await kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { id, fence, run, caller: { userId: id, user, administrator: true, address: '' } as Caller };
}

const count = async (table: string) => (await pool.query(`SELECT FROM ${table}`)).rowCount;
const takenOver = () => logLines.filter((line) => line.includes('took over')).length;

test('[SCALE-04] [FLT-02] an exchange is one process’s as long as it works, and another’s when it stops in the middle, whose writes are then refused', async () => {
  const { id, fence, run, caller } = await started();
  const before = await fence();
  await other.fleetControl.resumeDue();
  await other.fleetControl.start(caller, {});
  expect(await fence()).toBe(before);

  // it does nothing for longer than its lease lasts
  await pool.query(`UPDATE job_leases SET held_until = now() - interval '1 s' WHERE name = $1`, [
    `fleet-control ${id}`,
  ]);
  provider.manners.hangs = false;
  await other.fleetControl.resumeDue();
  expect(await fence()).toBeGreaterThan(before ?? 0);
  await vi.waitFor(async () => expect((await run()).state).toBe('done'), { timeout: 30_000 });
  await vi.waitFor(() => expect(takenOver()).toBe(1), { timeout: 10_000 });
  expect((await run()).state).toBe('done');
  expect([await count('devices'), await count('customers')]).toEqual([3, 3]);
});

test('[SCALE-04] [FLT-02] who stops an exchange stops it in whatever process', async () => {
  const { caller, run, fence } = await started();
  const before = takenOver();
  expect((await other.fleetControl.stop(caller)).run?.state).toBe('stopped');
  provider.manners.hangs = false;
  await vi.waitFor(() => expect(takenOver()).toBe(before + 1), { timeout: 10_000 });
  expect([(await run()).state, await fence()]).toEqual(['stopped', undefined]);
});
