/** Every implementation of the bus, and what the one over NATS adds. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, test } from 'vitest';
import { type NatsServer, natsProgram, startNats } from '../../testing/nats-server.ts';
import type { OtherProcess } from '../db/processes/processes.ts';
import { type Bus, createInProcessBus } from './bus.ts';
import { openNatsLine } from './nats-line.ts';
import { createSharedBus, type SharedBus, type SharedTopic, sharedTopics } from './shared-bus.ts';

const log = pino({ level: 'silent' });
const program = natsProgram();
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const plain = {
  ...{ user: undefined, password: undefined, credentials: undefined },
  ...{ isTls: false, authorities: undefined },
};

const inner = (onError: (topic: string, error: unknown) => void = () => undefined) =>
  createInProcessBus(onError);

async function nats(): Promise<NatsServer> {
  const server = await startNats(program ?? '');
  stops.push(server.stop);
  return server;
}

function openPlainLine(servers: readonly NatsServer[]) {
  const addresses = servers.map(({ url }) => new URL(url).host);
  const line = openNatsLine({ ...plain, servers: addresses }, { name: 'test', log });
  stops.push(line.stop);
  return line;
}

interface Member {
  readonly bus: SharedBus;
  readonly metrics: Registry;
  readonly states: boolean[];
  others: readonly OtherProcess[];
}

const living = (epoch: number): OtherProcess => ({
  ...{ epoch, version: '1', host: 'here', pid: 1, roles: ['ingest'], hasNats: true, silentMs: 500 },
});

function enter(
  url: string,
  epoch: number,
  more: {
    installation?: string;
    topics?: readonly SharedTopic[];
    others?: readonly number[];
    onError?: () => void;
    /** Of the servers' certificates; without it there is no TLS. */
    authorities?: string;
  } = {},
): Member {
  const { hostname, port } = new URL(url);
  const { authorities } = more;
  const isTls = authorities !== undefined;
  const line = openNatsLine(
    { ...plain, isTls, authorities, servers: [`${hostname}:${port}`] },
    { name: `test ${epoch}`, log },
  );
  const member: Omit<Member, 'bus'> = {
    metrics: new Registry(),
    states: [],
    others: (more.others ?? []).map(living),
  };
  const bus = createSharedBus({
    inner: inner(more.onError),
    line,
    processes: { epoch, installation: more.installation ?? 'one', others: () => member.others },
    topics: more.topics ?? sharedTopics,
    metrics: member.metrics,
    log,
  });
  bus.news.onChange((isLive) => member.states.push(isLive));
  stops.push(line.stop, bus.stop);
  return Object.assign(member, { bus });
}

const isLive = ({ bus }: Member) => expect.poll(bus.news.isLive).toBe(true);
const isNotLive = ({ bus }: Member) => expect.poll(bus.news.isLive).toBe(false);

const positions = (...ids: number[]) =>
  ids.map((id) => ({ deviceId: id, positionId: id, fixTimeMs: id, receivedMs: id, json: `{"id":${id}}` }));

function hear(bus: Bus): number[] {
  const heard: number[] = [];
  bus.subscribe('positions', (batch) => heard.push(...batch.map(({ deviceId }) => deviceId)));
  return heard;
}

type Make = (onError?: () => void) => Promise<Bus>;
const at = (url: string, onError?: () => void) => enter(url, 1, onError ? { onError } : {}).bus;

const overNats: readonly (readonly [string, Make])[] = [
  ['over NATS', async (onError) => at((await nats()).url, onError)],
  ['over a NATS that is away', async (onError) => at('nats://127.0.0.1:9', onError)],
];
const kinds: readonly (readonly [string, Make])[] = [
  ['in one process', async (onError) => inner(onError)],
  ...(program ? overNats : []),
];

describe.each(kinds)('%s', (_name, make) => {
  test('[SCALE-01] who publishes is heard at once in his own process, once, in the order of subscription', async () => {
    const bus = await make();
    const heard: string[] = [];
    bus.subscribe('positions', ([one]) => heard.push(`first ${one?.deviceId}`));
    const off = bus.subscribe('positions', ([one]) => heard.push(`second ${one?.deviceId}`));
    bus.publish('positions', positions(1));
    expect(heard).toEqual(['first 1', 'second 1']);
    off();
    bus.publish('positions', positions(2));
    await sleep(100);
    expect(heard).toEqual(['first 1', 'second 1', 'first 2']);
  });

  test('a handler that throws is told of, and hurts no other', async () => {
    let failed = 0;
    const bus = await make(() => {
      failed += 1;
    });
    bus.subscribe('positions', () => {
      throw new Error('broken');
    });
    const heard = hear(bus);
    bus.publish('positions', positions(1));
    expect([failed, heard]).toEqual([1, [1]]);
  });
});

/** Without Debian's `nats-server` these are skipped; `NEED_NATS=1` makes that a failure. */
describe.skipIf(!program)('several processes', () => {
  test('[SCALE-03] what one publishes the others hear once, and who published it not again', async () => {
    const { url } = await nats();
    const [one, other] = [enter(url, 1), enter(url, 2)];
    const [own, heard] = [hear(one.bus), hear(other.bus)];
    await isLive(one);
    await isLive(other);
    one.bus.publish('positions', positions(1, 2));
    one.bus.publish('alarmQueue', {});
    await expect.poll(() => heard).toEqual([1, 2]);
    await sleep(100);
    expect([own, heard]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test('[SCALE-01] two installations on one NATS do not hear each other', async () => {
    const { url } = await nats();
    const [one, same, stranger] = [enter(url, 1), enter(url, 2), enter(url, 3, { installation: 'two' })];
    const [heard, foreign] = [hear(same.bus), hear(stranger.bus)];
    for (const member of [one, same, stranger]) await isLive(member);
    one.bus.publish('positions', positions(1));
    await expect.poll(() => heard).toEqual([1]);
    await sleep(100);
    expect(foreign).toEqual([]);
  });

  test('[SCALE-05] topics within the process stay there', async () => {
    const { url } = await nats();
    const [one, other] = [enter(url, 1), enter(url, 2)];
    await isLive(one);
    await isLive(other);
    const heard: string[] = [];
    for (const topic of ['alarmQueue', 'payments', 'visibility'] as const)
      other.bus.subscribe(topic, () => heard.push(topic));
    one.bus.publish('alarmQueue', {});
    one.bus.publish('payments', { userId: 1, account: 'a', customerIds: [] });
    one.bus.publish('visibility', { userIds: 'all' });
    one.bus.publish('positions', positions(1));
    const seen = hear(other.bus);
    one.bus.publish('positions', positions(2));
    await expect.poll(() => seen).toContain(2);
    expect(heard).toEqual([]);
  });

  test('[SCALE-05] a batch beyond what NATS takes goes in pieces, and one that is too large alone is a gap', async () => {
    const { url } = await nats();
    const [one, other] = [enter(url, 1), enter(url, 2)];
    const heard = hear(other.bus);
    await isLive(one);
    await isLive(other);
    const large = (id: number, bytes: number) => ({ ...positions(id)[0], json: 'x'.repeat(bytes) });
    const batch = Array.from({ length: 20 }, (_, index) => large(index, 100_000)) as ReturnType<
      typeof positions
    >;
    one.bus.publish('positions', batch);
    await expect.poll(() => heard).toEqual(batch.map(({ deviceId }) => deviceId));
    expect(other.states).toEqual([true]);
    one.bus.publish('positions', [large(99, 300_000)] as ReturnType<typeof positions>);
    await expect.poll(() => other.states).toEqual([true, false, true]);
    expect(heard).not.toContain(99);
  });

  test('[SCALE-05] a killed NATS is noticed by both sides, nothing is kept for it, and what was missed is known when it is back', async () => {
    const server = await nats();
    const [one, other] = [enter(server.url, 1), enter(server.url, 2)];
    const heard = hear(other.bus);
    await isLive(one);
    await isLive(other);
    await server.kill();
    await isNotLive(one);
    await isNotLive(other);
    expect(await one.metrics.getSingleMetricAsString('atalaia_nats_connected')).toMatch(/connected 0$/m);
    one.bus.publish('positions', positions(1));
    await server.restart();
    await isLive(one);
    await isLive(other);
    one.bus.publish('positions', positions(2));
    await expect.poll(() => heard).toEqual([2]);
    expect(await other.metrics.getSingleMetricAsString('atalaia_bus_gaps_total')).toMatch(/total [1-9]/);
  });

  test('[SCALE-05] a line that stays open and says nothing counts as away, and nothing is kept for it', async () => {
    const server = await nats();
    const [one, other] = [enter(server.url, 1), enter(server.url, 2)];
    const heard = hear(other.bus);
    await isLive(one);
    await isLive(other);
    server.pause();
    stops.push(server.resume);
    await isNotLive(one);
    await isNotLive(other);
    one.bus.publish('positions', positions(1));
    server.resume();
    await isLive(one);
    await isLive(other);
    one.bus.publish('positions', positions(2));
    await expect.poll(() => heard).toEqual([2]);
  });

  test('[SCALE-02] each other process answers what it is asked; one that says nothing holds nobody up', async () => {
    const { url } = await nats();
    const [one, other, silent] = [
      enter(url, 1, { others: [2, 3] }),
      enter(url, 2, { others: [1, 3] }),
      enter(url, 3, { others: [1, 2] }),
    ];
    for (const member of [one, other, silent]) await isLive(member);
    const asked: object[] = [];
    other.bus.questions.answer((question: object) => {
      asked.push(question);
      return ['of the other'];
    });
    await expect.poll(() => one.bus.questions.ask({ kind: 'test' })).toEqual([['of the other']]);
    expect(asked.at(-1)).toEqual({ kind: 'test' });
    expect(await enter('nats://127.0.0.1:9', 4, { others: [1] }).bus.questions.ask({})).toEqual([]);
    other.bus.questions.answer(() => 'x'.repeat(300_000));
    expect(JSON.stringify(await one.bus.questions.ask({})).length).toBeLessThan(1_000);
  });

  test('[SCALE-05] of several servers one that says nothing is left for another', async () => {
    const servers = [await nats(), await nats()];
    const line = openPlainLine(servers);
    const heard: string[] = [];
    line.subscribe('said', (_subject, text) => heard.push(text));
    await expect.poll(line.isUp).toBe(true);
    // it is connected to either of them
    for (const server of servers) {
      server.pause();
      stops.push(server.resume);
      await sleep(2_000);
      await expect.poll(line.isUp).toBe(true);
      const speaker = openPlainLine(servers.filter((one) => one !== server));
      await expect.poll(() => speaker.publish('said', server.url)).toBe(true);
      await expect.poll(() => heard).toContain(server.url);
      server.resume();
    }
  });

  test('[SCALE-05] a process that lives by its row and is not heard is a gap, until it is heard or its row ends', async () => {
    const { url } = await nats();
    const one = enter(url, 1);
    await isLive(one);
    one.others = [living(2)];
    await isNotLive(one);
    const other = enter(url, 2);
    await isLive(one);
    other.bus.stop();
    await isNotLive(one);
    one.others = [];
    await isLive(one);
  });

  test('[SCALE-01] over TLS news arrive, and a server without it or with a certificate of somebody else is not entered', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atalaia-nats-tls-'));
    stops.push(() => rmSync(folder, { recursive: true }));
    const [own, foreign] = ['own', 'foreign'].map((name) => makeCertificate(folder, name)) as [Made, Made];
    const server = await startNats(program ?? '', ['--tls', `--tlscert=${own.cert}`, `--tlskey=${own.key}`]);
    stops.push(server.stop);
    const url = server.url.replace('127.0.0.1', 'localhost');
    const [one, other] = [enter(url, 1, own), enter(url, 2, own)];
    const heard = hear(other.bus);
    await isLive(one);
    await isLive(other);
    one.bus.publish('positions', positions(1));
    await expect.poll(() => heard).toEqual([1]);
    const strangers = [enter(url, 3, foreign), enter((await nats()).url, 4, own)];
    await sleep(1_500);
    expect(strangers.map(({ bus }) => bus.news.isLive())).toEqual([false, false]);
  });
});

interface Made {
  readonly key: string;
  readonly cert: string;
  readonly authorities: string;
}

/** Of `localhost`, signed by itself. */
function makeCertificate(folder: string, name: string): Made {
  const [key, cert] = [join(folder, `${name}-key.pem`), join(folder, `${name}.pem`)];
  const of = [
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    key,
    '-out',
    cert,
  ];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', ['req', '-x509', '-nodes', '-days', '2', ...kind, ...of], { stdio: 'ignore' });
  return { key, cert, authorities: readFileSync(cert, 'utf8') };
}
