import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { signalAll } from '../part.ts';
import { untilAcknowledged, untilLive, untilShown } from '../testing/expectations.ts';
import { type Scene, whileSending } from '../testing/scene.ts';
import { endsAndRightsHold } from './people.ts';

export function natsServerStandsStill(scene: () => Scene): void {
  test('[SCALE-05] where one of three NATS servers stands still, those connected to it go on by another', async () => {
    const { cluster, enlist, tracker, server, view } = scene();
    const viewers = ['web-1', 'web-2'].map((name) => view(server(name).origin));
    const [vehicle] = await enlist(1);
    if (!vehicle) throw new Error('none was registered');
    const trackers = [tracker(vehicle)];
    await whileSending(trackers, async () => {
      for (const { part } of cluster.nats.servers) {
        signalAll([part.pid], 'SIGSTOP');
        try {
          // longer than a line may be without an answer
          await sleep(2_000);
          for (const viewer of viewers) await untilLive(viewer, true);
        } finally {
          signalAll([part.pid], 'SIGCONT');
        }
        for (const viewer of viewers) await untilLive(viewer, true);
      }
    });
    for (const one of trackers) await untilShown(viewers, vehicle.id, one);
  });
}

export function newsMayBeAway(scene: () => Scene): void {
  test('[SCALE-05] where one of three NATS servers is killed, screens go on', async () => {
    const { cluster, enlist, tracker, server, view } = scene();
    const viewers = ['web-1', 'web-2'].map((name) => view(server(name).origin));
    const [vehicle] = await enlist(1);
    if (!vehicle) throw new Error('none was registered');
    const trackers = [tracker(vehicle)];
    await whileSending(trackers, async () => {
      for (const { part } of cluster.nats.servers) {
        await part.kill();
        await untilAcknowledged(trackers, 10);
        await part.restart();
        await untilAcknowledged(trackers, 4);
        for (const viewer of viewers) await untilLive(viewer, true);
      }
    });
    for (const one of trackers) await untilShown(viewers, vehicle.id, one);
  });

  test('[SCALE-05] where only the route between two NATS servers is cut, a screen says that it is not live, and catches up', async () => {
    const { cluster, enlist, tracker, view } = scene();
    const { nats, of, add, remove } = cluster;
    // each on a NATS server of its own
    const [web, ingest] = await Promise.all([
      add('web-apart', 'web', { NATS_URL: nats.servers[0]?.url ?? '' }),
      add('ingest-apart', 'ingest', { NATS_URL: nats.servers[1]?.url ?? '' }),
    ]);
    try {
      const [vehicle] = await enlist(1);
      if (!vehicle) throw new Error('none was registered');
      const viewer = view(web.server.origin);
      const trackers = [tracker(vehicle, [ingest.server.portOffset], { manner: { pauseMs: 200 } })];
      await untilLive(viewer, true);
      await whileSending(trackers, async () => {
        await untilAcknowledged(trackers, 4);
        await nats.route(0, 1).set('silent');
        await untilLive(viewer, false);
        await untilAcknowledged(trackers, 4);
        await nats.route(0, 1).set('open');
        await untilLive(viewer, true);
      });
      for (const one of trackers) await untilShown([viewer], vehicle.id, one);
      expect(of('web').map(({ name }) => name)).toContain('web-apart');
    } finally {
      await Promise.all([web, ingest].map(remove));
    }
  });

  test('[SCALE-05] while NATS is away trackers are stored, and screens say that they are not live', async () => {
    const { cluster, enlist, tracker, server, view, wrongs } = scene();
    const viewers = ['web-1', 'web-2'].map((name) => view(server(name).origin));
    for (const viewer of viewers) await untilLive(viewer, true);
    const [vehicle] = await enlist(1);
    if (!vehicle) throw new Error('none was registered');
    const trackers = [tracker(vehicle)];
    await whileSending(trackers, async () => {
      for (const { part } of cluster.nats.servers) await part.kill();
      for (const viewer of viewers) await untilLive(viewer, false);
      await untilAcknowledged(trackers, 20);
    });
    expect(await wrongs(trackers)).toEqual([]);
  });

  endsAndRightsHold(scene, 'while NATS is away', async () => undefined);

  test('[SCALE-05] when NATS is back, screens catch up by themselves', async () => {
    const { cluster, enlist, tracker, server, view } = scene();
    const viewers = ['web-1', 'web-2'].map((name) => view(server(name).origin));
    const [vehicle] = await enlist(1);
    if (!vehicle) throw new Error('none was registered');
    const trackers = [tracker(vehicle)];
    for (const viewer of viewers) await untilLive(viewer, false);
    await whileSending(trackers, () => untilAcknowledged(trackers, 6));
    for (const { part } of cluster.nats.servers) await part.restart();
    for (const viewer of viewers) await untilLive(viewer, true);
    for (const one of trackers) await untilShown(viewers, vehicle.id, one);
  });
}
