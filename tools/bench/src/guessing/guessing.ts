/** Who guesses passwords must keep nobody out: sign-ins of owners beside strangers from many addresses. */
import { setTimeout as sleep } from 'node:timers/promises';
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import type { Benchmark } from '../benchmark.ts';
import { startChild } from '../process/child.ts';
import { atLeast, atMost, type Figure } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import type { GuessLoad, GuessResult } from './guess-process.ts';

const guesserCount = 70;
const accountCount = 10;
/** Of each kind of known place. */
const signIns = 50;
const betweenMs = 100;
/** Strangers guess as long before anybody is measured: their free tries are what costs most. */
const leadMs = 2_000;
const ownerCount = 20;
const guessersOfOne = 3;
const patienceMs = 30_000;
const password = 'the password of the bench';

const networks = {
  'from 70 IPv4 addresses': (at: number) => `203.0.113.${at}`,
  'from 70 addresses of one IPv6 /56': (at: number) => `2001:db8:1:2${at.toString(16).padStart(2, '0')}::1`,
} as const;

export const guessing: Benchmark = {
  name: 'guessing',
  title: `Owners sign in while ${guesserCount} clients guess at ${accountCount} accounts`,
  async run(say) {
    const figures: Figure[] = [];
    for (const [whence, addressOf] of Object.entries(networks)) {
      say(`guesses ${whence}`);
      figures.push(...(await onServer((server) => beside(server, whence, addressOf))));
    }
    say('owners at new addresses, each beside three who guess his name');
    figures.push(...(await onServer(newPlaces)));
    return figures;
  },
};

async function onServer(measure: (server: RunningServer) => Promise<readonly Figure[]>) {
  const server = await startServer({ env: { LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1' } });
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
}

async function createOwners({ origin }: RunningServer, count: number): Promise<readonly string[]> {
  const api = await signInToApi(origin, administrator.email, administrator.password);
  const names = Array.from({ length: count }, (_, at) => `owner${at}@bench.local`);
  for (const email of names) await api.createUser({ email, password });
  return names;
}

interface Place {
  readonly address: string;
  /** The browser's cookie of an earlier sign-in. */
  readonly cookie?: string | undefined;
}

/** How long it takes; undefined where he is refused. */
async function signIn(origin: string, email: string, { address, cookie }: Place) {
  const startMs = performance.now();
  const answer = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) },
    body: new URLSearchParams({ email, password }),
  });
  await answer.arrayBuffer();
  const known = answer.headers.getSetCookie().find((line) => line.startsWith('atalaia_device='));
  return { tookMs: answer.ok ? performance.now() - startMs : undefined, cookie: known?.split(';', 1)[0] };
}

async function guess(load: GuessLoad) {
  const begun = Promise.withResolvers<void>();
  const file = new URL('./guess-process.ts', import.meta.url);
  const child = startChild<GuessLoad, GuessResult, 'begun'>(file, load, () => begun.resolve());
  await Promise.race([begun.promise, child.output]);
  return child;
}

/** Right sign-ins from known addresses, and from new ones by a browser that is known. */
async function beside(
  server: RunningServer,
  whence: string,
  addressOf: (at: number) => string,
): Promise<readonly Figure[]> {
  const { origin } = server;
  const names = await createOwners(server, accountCount);
  const cookies = new Map<string, string | undefined>();
  const homeOf = (at: number) => `198.51.100.${at}`;
  for (const [at, email] of names.entries())
    cookies.set(email, (await signIn(origin, email, { address: homeOf(at) })).cookie);
  const guessers = Array.from({ length: guesserCount }, (_, at) => ({ address: addressOf(at), names }));
  const child = await guess({ origin, guessers });
  await sleep(leadMs);
  const took: number[] = [];
  for (let at = 0; at < 2 * signIns; at += 1) {
    const index = at % names.length;
    const email = names[index] ?? '';
    const place =
      at % 4 < 2
        ? { address: homeOf(index) }
        : { address: `192.0.2.${at % 250}`, cookie: cookies.get(email) };
    const { tookMs } = await signIn(origin, email, place);
    if (tookMs !== undefined) took.push(tookMs);
    await sleep(betweenMs);
  }
  child.stop();
  const { judged, refused } = await child.output;
  return [
    {
      name: `${whence}: right sign-ins from known places that were let in`,
      unit: '',
      measured: took.length,
      limits: [atLeast(2 * signIns)],
    },
    {
      name: `${whence}: a right sign-in`,
      unit: 'ms',
      ...spreadOfTimes(took),
      limits: [atMost(1_000, 'p99')],
    },
    { name: `${whence}: guesses that were judged meanwhile`, unit: '', measured: judged },
    { name: `${whence}: guesses that were told to wait`, unit: '', measured: refused },
  ];
}

/** Owners who come from where nobody knows them. */
async function newPlaces(server: RunningServer): Promise<readonly Figure[]> {
  const { origin } = server;
  const names = await createOwners(server, ownerCount);
  const guessers = names.flatMap((email, at) =>
    Array.from({ length: guessersOfOne }, (_, client) => ({
      address: `203.0.${at}.${client}`,
      names: [email],
    })),
  );
  const child = await guess({ origin, guessers });
  await sleep(leadMs);
  const waits: number[] = [];
  for (const [at, email] of names.entries()) {
    const startMs = performance.now();
    while (performance.now() - startMs < patienceMs) {
      const { tookMs } = await signIn(origin, email, { address: `192.0.2.${at}` });
      if (tookMs !== undefined) {
        waits.push(performance.now() - startMs);
        break;
      }
      await sleep(1_000);
    }
  }
  child.stop();
  await child.output;
  return [
    {
      name: 'owners at a new address, beside three who guess, who got in',
      unit: '',
      measured: waits.length,
      limits: [atLeast(ownerCount)],
    },
    {
      name: 'until an owner at a new address was in',
      unit: 'ms',
      ...spreadOfTimes(waits),
      limits: [atMost(1_000, 'p99')],
    },
  ];
}
