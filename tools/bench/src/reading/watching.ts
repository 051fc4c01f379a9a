/** What it costs that many people watch everything while rights change: a group moves, a right is taken away. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Group } from '@atalaia/contract/accounts/group';
import { liveCloseCodes } from '@atalaia/contract/devices/live-message';
import { type Api, signInToApi } from '@atalaia/fixtures/api';
import type { Database } from '@atalaia/server/src/platform/db/database.ts';
import { WebSocket } from 'ws';
import type { Benchmark } from '../benchmark.ts';
import { atMost } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import { devices as deviceCount, loadDevices } from './device-load.ts';
import { onLoadedServer } from './loaded-server.ts';
import { longestHoldMs } from './timed-answer.ts';
import { ruleInOtherProcess } from './two-processes-rule.ts';

const viewers = 30;
const rounds = 6;
/** The fleet that moves, and the two groups that it moves between; everybody sees all three. */
const moving = 3;
const parents = [2, 1] as const;
const settleMs = 3_000;

export const watching: Benchmark = {
  name: 'watching',
  title: `${viewers} people who watch ${deviceCount} devices while rights change`,
  run: async (say) => [
    ...(await onLoadedServer(loadDevices, async ({ server, database, api }) => {
      const { origin } = server;
      say('people connect');
      const people = await makePeople(database, api, origin);
      const sockets = await Promise.all(people.map(({ token }) => watch(origin, token)));
      await sleep(settleMs);
      await longestHoldMs(origin);
      let heldMs = 0;
      for (let round = 0; round < rounds; round += 1) {
        say(`round ${round + 1} of ${rounds}: a group moves`);
        const [group] = (await api.get<Group[]>('groups')).filter(({ id }) => id === moving);
        await api.put(`groups/${moving}`, { ...group, groupId: parents[round % 2] });
        await sleep(settleMs);
        heldMs = Math.max(heldMs, await longestHoldMs(origin));
      }
      const closed = sockets.filter(({ readyState }) => readyState !== WebSocket.OPEN).length;
      say('rights are taken away');
      const takenMs: number[] = [];
      for (const { userId, token } of people.slice(0, rounds)) {
        const socket = await watch(origin, token);
        const closing = closedAfter(socket);
        const startMs = performance.now();
        await takeAway(origin, api, userId);
        takenMs.push((await closing) - startMs);
      }
      for (const socket of sockets) socket.terminate();
      return [
        {
          name: 'event loop held while a group moves, longest',
          unit: 'ms',
          measured: heldMs,
          limits: [atMost(20)],
        },
        {
          name: 'connections closed since what they see was not read again within 3 s',
          unit: '',
          measured: closed,
          limits: [atMost(0)],
        },
        {
          name: 'a right taken away shows nothing more',
          unit: 'ms',
          ...spreadOfTimes(takenMs),
          limits: [atMost(1_000, 'p99')],
        },
      ];
    })),
    await ruleInOtherProcess(say),
  ],
};

interface Person {
  readonly userId: number;
  readonly token: string;
}

async function makePeople({ pool }: Database, api: Api, origin: string): Promise<readonly Person[]> {
  const people: Person[] = [];
  for (let at = 0; at < viewers; at += 1) {
    const person = { email: `watcher-${at}@bench.local`, password: 'watcher-of-the-bench' };
    const { id } = await api.createUser(person);
    await pool.query('INSERT INTO user_groups (user_id, group_id) VALUES ($1, 1), ($1, 2)', [id]);
    const { token } = await signInToApi(origin, person.email, person.password);
    people.push({ userId: id, token });
  }
  return people;
}

async function watch(origin: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/socket?b=${token}&snapshot=none`);
  socket.on('message', () => undefined);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socket;
}

/** When the server closed it because what its person sees changed. */
function closedAfter(socket: WebSocket): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.once('close', (code) => {
      if (code === liveCloseCodes.visibilityChanged) resolve(performance.now());
      else reject(new Error(`a viewer was closed with ${code}`));
    });
  });
}

async function takeAway(origin: string, api: Api, userId: number): Promise<void> {
  const answer = await fetch(`${origin}/api/permissions`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ userId, groupId: 2 }),
  });
  if (!answer.ok) throw new Error(`DELETE permissions answered ${answer.status}: ${await answer.text()}`);
}
