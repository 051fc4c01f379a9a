import { expect, test } from 'vitest';
import { untilAcknowledged, untilShown } from '../testing/expectations.ts';
import { type Scene, whileSending } from '../testing/scene.ts';

export function survivesPostgres(scene: () => Scene): void {
  test('[SCALE-06] a killed primary is replaced: work goes on by itself, and what was acknowledged is there', async () => {
    const { cluster, enlist, tracker, server, view, wrongs } = scene();
    const { patroni } = cluster;
    if (!patroni) throw new Error('there is one PostgreSQL only');
    const viewers = ['web-1', 'web-2'].map((name) => view(server(name).origin));
    const vehicles = await enlist(6);
    const trackers = vehicles.map((vehicle) => tracker(vehicle));
    const before = await patroni.primary();
    await whileSending(trackers, async () => {
      await untilAcknowledged(trackers, 6);
      await patroni.killPrimary();
      await expect.poll(patroni.primary).not.toBe(before);
      await expect.poll(patroni.primary).toBeDefined();
      await untilAcknowledged(trackers, 6);
      await patroni.restartKilled();
      await untilAcknowledged(trackers, 6);
    });
    expect(await patroni.primary()).not.toBe(before);
    expect(await wrongs(trackers)).toEqual([]);
    for (const [index, one] of trackers.entries()) await untilShown(viewers, vehicles[index]?.id ?? 0, one);
  });

  test('[SCALE-06] a killed standby stops acknowledgements for a while only', async () => {
    const { cluster, enlist, tracker, wrongs } = scene();
    const { patroni } = cluster;
    if (!patroni) throw new Error('there is one PostgreSQL only');
    const trackers = (await enlist(2)).map((vehicle) => tracker(vehicle));
    await whileSending(trackers, async () => {
      await untilAcknowledged(trackers, 4);
      await patroni.killStandby();
      await untilAcknowledged(trackers, 6);
    });
    await patroni.restartKilled();
    expect(await wrongs(trackers)).toEqual([]);
  });
}
