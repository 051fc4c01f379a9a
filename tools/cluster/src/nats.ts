/**
 * Three NATS servers with routes between them, clients with a password. Each route goes through a gate and no server
 * tells another of a third, so that one route can be cut alone.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '@atalaia/fixtures/free-ports';
import { type Gate, openGate } from '@atalaia/fixtures/gate';
import { findProgram } from './debian-packages.ts';
import { type Part, startPart } from './part.ts';

export interface NatsServer {
  readonly part: Part;
  /** For clients, with user and password. */
  readonly url: string;
}

export interface Nats {
  readonly servers: readonly NatsServer[];
  /** The route between two of them, by their places. */
  route(one: number, other: number): Gate;
  end(): Promise<void>;
}

const count = 3;

export async function startNats(folder: string): Promise<Nats> {
  const [clientPassword, routePassword] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')];
  const gates = new Map<string, Gate>();
  const servers: NatsServer[] = [];
  const routePorts: number[] = [];
  for (let place = 0; place < count; place += 1) {
    const [port, routePort, monitorPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
    const routes: string[] = [];
    for (const [earlier, to] of routePorts.entries()) {
      const gate = await openGate({ host: '127.0.0.1', port: to });
      gates.set(`${earlier}-${place}`, gate);
      routes.push(`nats-route://route:${routePassword}@127.0.0.1:${gate.port}`);
    }
    routePorts.push(routePort);
    const file = join(folder, `nats-${place + 1}.conf`);
    writeFileSync(
      file,
      configOf({ place, port, routePort, monitorPort, routes, clientPassword, routePassword }),
      {
        mode: 0o600,
      },
    );
    const part = await startPart({
      name: `nats-${place + 1}`,
      command: [findProgram('nats-server') ?? 'nats-server', '-c', file],
      // the first of them has nobody to go to yet
      isReady: async () => (await fetch(`http://127.0.0.1:${monitorPort}/healthz`)).ok,
    });
    servers.push({ part, url: `nats://atalaia:${clientPassword}@127.0.0.1:${port}` });
  }
  return {
    servers,
    route(one, other) {
      const gate = gates.get(`${Math.min(one, other)}-${Math.max(one, other)}`);
      if (!gate) throw new Error(`there is no route between ${one} and ${other}`);
      return gate;
    },
    async end() {
      for (const { part } of servers) await part.end();
      for (const gate of gates.values()) gate.close();
    },
  };
}

interface Config {
  readonly place: number;
  readonly port: number;
  readonly routePort: number;
  readonly monitorPort: number;
  readonly routes: readonly string[];
  readonly clientPassword: string;
  readonly routePassword: string;
}

function configOf(config: Config): string {
  const { place, port, routePort, monitorPort, routes, clientPassword, routePassword } = config;
  return `server_name: nats-${place + 1}
listen: "127.0.0.1:${port}"
http: "127.0.0.1:${monitorPort}"
max_payload: 262144
authorization { user: atalaia, password: "${clientPassword}" }
cluster {
  name: atalaia
  listen: "127.0.0.1:${routePort}"
  authorization { user: route, password: "${routePassword}" }
  # nobody listens there: another server goes by the routes that it is given, and clients by their list
  cluster_advertise: "127.0.0.1:1"
  no_advertise: true
  routes: [${routes.map((route) => `"${route}"`).join(', ')}]
}
`;
}
