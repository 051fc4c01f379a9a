/**
 * `npm run demo`: the real server on a database of its own, the demonstration company registered through its API, and a
 * fleet whose trackers connect over TCP. Nothing comes in by a side door but what the desk did in the past days.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { signIn } from './demo/api-client.ts';
import { awaitReady } from './demo/await-ready.ts';
import { type Child, startChild } from './demo/child.ts';
import { administrator, demoPassword, people } from './demo/company.ts';
import { playDesk } from './demo/desk/on-duty.ts';
import { seedDesk } from './demo/desk/seed-desk.ts';
import { seedFleetControl, startDemoFleetControl } from './demo/fleet-control.ts';
import { seedPayments, startDemoProvider } from './demo/payments.ts';
import { seedCompany } from './demo/seed.ts';
import { createTheftStage } from './demo/theft/theft-stage.ts';
import { makeFleet } from './fleet/fleet.ts';

const vehicles = 64;
const serverProgram = new URL('../../../apps/server/src/main.ts', import.meta.url);
const fleetProgram = new URL('./main.ts', import.meta.url);

const { values: options } = parseArgs({
  options: {
    /** Plays a theft as soon as the fleet drives. */
    theft: { type: 'boolean', default: false },
    /** Times as fast as usual. */
    'theft-pace': { type: 'string', default: '1' },
  },
});

const port = process.env.PORT ?? '8080';
const portOffset = process.env.PORT_OFFSET ?? '0';
/** Beside the web port, so that what is linked there is linked the next time too. */
const providerPort = Number(port) + 7;
const dataDir = process.env.DATA_DIR ?? resolve('data/demo');
const baseUrl = `http://127.0.0.1:${port}`;

function say(text: string): void {
  console.error(text);
}

/** A provider of one's own goes before the demonstration's. */
const provider = process.env.PAYMENT_URL ? undefined : await startDemoProvider(providerPort);

const fleetControl = process.env.FLEET_CONTROL_URL
  ? undefined
  : await startDemoFleetControl(Number(port) + 8, makeFleet(vehicles));

const adminEmail = process.env.ADMIN_EMAIL ?? administrator;
const adminPassword = process.env.ADMIN_PASSWORD ?? demoPassword;

const theft = await createTheftStage({
  ...{ baseUrl, portOffset: Number(portOffset), pace: Number(options['theft-pace']) || 1, say },
  administrator: { email: adminEmail, password: adminPassword },
});

function startServer(): Child {
  return startChild(serverProgram, [], {
    DATA_DIR: dataDir,
    PORT: port,
    PORT_OFFSET: portOffset,
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: adminPassword,
    DEMO_URL: theft.url,
    ...(provider && { PAYMENT_URL: provider.url }),
    ...(fleetControl && { FLEET_CONTROL_URL: fleetControl.url }),
  });
}

function startFleet(): Child {
  const args = ['--port-offset', portOffset, '--vehicles', String(vehicles)];
  return startChild(fleetProgram, args, {});
}

async function seed(): Promise<void> {
  const api = await signIn(baseUrl, adminEmail, adminPassword);
  const fleet = makeFleet(vehicles);
  const registered = await seedCompany(api, fleet);
  const { silent, past } = await seedDesk(api, baseUrl, dataDir, fleet);
  const added = registered + silent;
  if (provider) await seedPayments(api, baseUrl, demoPassword, provider);
  if (fleetControl) await seedFleetControl(api);
  say(added > 0 ? `Registered ${added} vehicles.` : 'The company is registered.');
  if (past > 0) say(`The desk's history has ${past} alarms more.`);
}

function introduce(): void {
  const accounts = [adminEmail, ...people.map(({ user }) => user.email)];
  say(
    ['', `Atalaia: http://localhost:${port}`, '', ...accounts.map((email) => `  ${email}`)].join('\n') +
      `\n\n  password: ${demoPassword}\n`,
  );
}

async function run(): Promise<number> {
  const server = startServer();
  let fleet: Child | undefined;
  let stopping = false;
  const atWork = new AbortController();

  const stop = async () => {
    stopping = true;
    atWork.abort();
    // The fleet first, so that the server has nothing more to accept when it ends.
    await fleet?.stop();
    await server.stop();
  };
  process.on('SIGHUP', stop);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  try {
    if (!(await awaitReady(baseUrl, () => stopping || !server.running))) return await server.ended;
    await seed();
    if (stopping) return await server.ended;
    fleet = startFleet();
    introduce();
    if (options.theft) theft.play();
    playDesk(baseUrl, dataDir, makeFleet(vehicles), atWork.signal).catch((error: unknown) => {
      if (!stopping) say(`The desk is not at work: ${error instanceof Error ? error.message : error}`);
    });
    // Whichever ends first takes the other with it.
    const first = await Promise.race([server.ended, fleet.ended]);
    const requested = stopping;
    await stop();
    return requested ? await server.ended : first || 1;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    await stop();
    return 1;
  }
}

process.exitCode = await run();
await theft.close();
await provider?.close();
await fleetControl?.close();
