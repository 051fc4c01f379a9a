/** How long one change of 10,000 devices takes beside 100,000, how long its undo does, and that an undo brings all back. */
import type { BulkChange } from '@atalaia/contract/bulk-change';
import type { Device } from '@atalaia/contract/devices/device';
import type { Benchmark } from '../benchmark.ts';
import { atMost } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import { devices as deviceCount, loadDevices } from './device-load.ts';
import { onLoadedServer } from './loaded-server.ts';

const changed = 10_000;
const rounds = 3;

export const bulk: Benchmark = {
  name: 'bulk',
  title: `One change of ${changed} devices beside ${deviceCount}`,
  run: (say) =>
    onLoadedServer(loadDevices, async ({ api }) => {
      const listed = () => api.get<Device[]>(`devices?limit=${changed}&sort=uniqueId`);
      const before = await listed();
      const ids = before.map(({ id }) => id);
      if (ids.length !== changed) throw new Error(`${ids.length} devices are there`);
      const group = await api.post<{ id: number }>('groups', { name: 'Bulk' });
      const timed = async (work: () => Promise<unknown>) => {
        const startMs = performance.now();
        await work();
        return performance.now() - startMs;
      };
      const changes = {
        group: { groupId: group.id },
        disabled: { disabled: true },
        remove: { remove: true },
      };
      const took = {
        group: [] as number[],
        disabled: [] as number[],
        remove: [] as number[],
        undo: [] as number[],
      };
      for (let round = 0; round < rounds; round += 1) {
        say(`round ${round + 1} of ${rounds}`);
        for (const [name, change] of Object.entries(changes)) {
          let made: BulkChange | undefined;
          took[name as keyof typeof changes].push(
            await timed(async () => {
              made = await api.post<BulkChange>('devices/bulk', { ids, change });
            }),
          );
          if (made?.count !== changed) throw new Error(`${made?.count} devices were changed`);
          took.undo.push(await timed(() => api.post(`devices/bulk/${made?.id}/undo`, {})));
        }
      }
      const after = await listed();
      if (JSON.stringify(after) !== JSON.stringify(before)) throw new Error('an undo did not bring all back');
      return Object.entries(took).map(([name, times]) => ({
        name: `${changed}: ${name}`,
        unit: 'ms' as const,
        ...spreadOfTimes(times),
        limits: [atMost(3_000, 'p99')],
      }));
    }),
};
