/** How long lists of devices take, for anybody who sees all and for anybody who sees some. */

import { setTimeout as sleep } from 'node:timers/promises';
import { signInToApi } from '@atalaia/fixtures/api';
import type { Benchmark } from '../benchmark.ts';
import { privateMib } from '../process/memory.ts';
import { rawQuery } from '../process/raw.ts';
import { atMost } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import { devices as deviceCount, loadDevices, makeViewer, seenDevices } from './device-load.ts';
import { onLoadedServer } from './loaded-server.ts';
import { timedAnswer, timedAnswers } from './timed-answer.ts';

const rounds = 5;
/** Nobody asks for so long before the memory at rest is read, ms. */
const restMs = 20_000;

export const devices: Benchmark = {
  name: 'devices',
  title: `Lists of ${deviceCount} devices`,
  run: (say) =>
    onLoadedServer(loadDevices, async ({ server, database, api }) => {
      const list = (token: string) =>
        timedAnswers(rounds, () => timedAnswer(`${server.origin}/api/devices`, token));
      say('at rest');
      await sleep(restMs);
      const restingMib = privateMib(server.pid);
      say(`${deviceCount} devices as administrator`);
      const all = await list(api.token);
      const { email, password } = await makeViewer(database, api);
      const viewer = await signInToApi(server.origin, email, password);
      say(`${seenDevices} of them through two levels of groups`);
      const some = await list(viewer.token);
      const seen = (JSON.parse(some[0]?.text ?? '[]') as unknown[]).length;
      if (seen !== seenDevices) throw new Error(`the viewer sees ${seen} devices`);
      const times = (of: 'firstMs' | 'lastMs', answers = all) =>
        spreadOfTimes(answers.map((answer) => answer[of]));
      await sleep(restMs);
      return [
        {
          name: `private memory at rest, ${deviceCount} devices`,
          unit: 'MiB',
          measured: restingMib,
          limits: [atMost(350)],
        },
        { name: 'the same, after these lists', unit: 'MiB', measured: privateMib(server.pid) },
        {
          name: `all ${deviceCount}, first byte`,
          unit: 'ms',
          ...times('firstMs'),
          limits: [atMost(200, 'p99')],
        },
        {
          name: `all ${deviceCount}, last byte`,
          unit: 'ms',
          ...times('lastMs'),
          limits: [atMost(900, 'p99')],
        },
        await rawQuery('PostgreSQL gives the rows of all devices as text', database, 'SELECT * FROM devices'),
        {
          name: `${seenDevices} seen through two levels of groups, last byte`,
          unit: 'ms',
          ...times('lastMs', some),
          limits: [atMost(200, 'p99')],
        },
      ];
    }),
};
