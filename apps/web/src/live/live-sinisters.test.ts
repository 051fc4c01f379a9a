import { expect, test } from 'vitest';
import { aSinister } from '../lib/testing/a-sinister.ts';
import { createLiveFeed } from './create-live-feed.ts';

test('[SIN-14] [WS-01] cases are told once a frame, each as it stands last, also before the map is there', () => {
  let flush = () => {};
  const feed = createLiveFeed({
    fetchSnapshot: () => new Promise(() => {}),
    batch: (given) => {
      flush = given;
      return { request: () => {}, cancel: () => {} };
    },
    onSnapshotFailed: () => {},
    random: () => 0,
  });
  const received: string[][] = [];
  feed.onSinisters((all) => received.push(all.map(({ id, status }) => `${id} ${status}`)));
  feed.reset();
  feed.receive(JSON.stringify({ sinisters: [aSinister({ id: 1 }), aSinister({ id: 2 })] }));
  feed.receive(JSON.stringify({ sinisters: [aSinister({ id: 1, status: 'closed' })] }));
  flush();
  flush();
  expect(received).toEqual([['1 closed', '2 opened']]);
});
