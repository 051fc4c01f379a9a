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

  test('[SCALE-06] where primary and standby are struck together, the installation waits and loses nothing', async () => {
    const { cluster, enlist, tracker, wrongs } = scene();
    const { patroni } = cluster;
    if (!patroni) throw new Error('there is one PostgreSQL only');
    const trackers = (await enlist(4)).map((vehicle) => tracker(vehicle));
    await whileSending(trackers, async () => {
      await untilAcknowledged(trackers, 6);
      await patroni.killBoth();
      await patroni.restartKilled();
      await untilAcknowledged(trackers, 6);
    });
    expect(await wrongs(trackers)).toEqual([]);
  });

  test('[SCALE-06] a start beside a standby that need not have what is committed warns, and no other does', async () => {
    const { cluster } = scene();
    const { patroni } = cluster;
    if (!patroni) throw new Error('there is one PostgreSQL only');
    const said = async () => {
      const started = await cluster.add('web-warned', 'web', { LOG_LEVEL: 'warn' });
      await cluster.remove(started);
      return started.server.output();
    };
    expect(await said()).not.toContain('synchronous_mode');
    await patroni.setSynchronous(false);
    try {
      expect(await said()).toContain('set synchronous_mode of Patroni');
    } finally {
      await patroni.setSynchronous(true);
    }
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
