/** What stands in front: one HAProxy for browsers, for trackers, and with `--ha` for PostgreSQL. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from '@atalaia/fixtures/running-server';
import { protocols } from '@atalaia/protocols/registry';
import { findProgram } from './debian-packages.ts';
import { type Part, startPart } from './part.ts';

interface Behind {
  readonly name: string;
  readonly server: Pick<RunningServer, 'port' | 'portOffset'>;
}

export interface ProxyPlan {
  readonly folder: string;
  /** For browsers. */
  readonly port: number;
  /** For trackers, added to every protocol's usual port. */
  readonly portOffset: number;
  readonly web: readonly Behind[];
  readonly ingest: readonly Behind[];
}

/** Whence it speaks to ingest, so that a tracker of this machine may also come without it. */
export const proxySource = '127.0.0.9';

/** Short, so that a part that was killed or stands still is left out soon, and its connections with it. */
const checks = 'inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions';
const health = [
  'option httpchk GET /health',
  // one whose database is away stays: it says so itself, and the trackers' lines stand
  `http-check expect ! rstring '"status":"starting"|"ingest":"stopped"'`,
];

export const proxyDefaults = `global
  maxconn 4000
defaults
  mode tcp
  maxconn 4000
  option redispatch
  retries 2
  timeout connect 2s
  timeout check 1s
  # a tracker may be silent for an hour, a browser's live channel is not
  timeout client 2h
  timeout server 2h
  timeout http-request 10s
  timeout tunnel 1h
`;

const section = (head: string, lines: readonly string[]) =>
  [head, ...lines.map((line) => `  ${line}`)].join('\n');

export function proxyConfig({ port, portOffset, web, ingest }: ProxyPlan): string {
  const trackerPorts = protocols
    .filter(({ transports }) => transports.some((transport) => transport !== 'udp'))
    .map((protocol) => protocol.port + portOffset);
  /** From the port that a tracker came to, to that of a process. */
  const shifted = (to: number) => `${to < portOffset ? '-' : '+'}${Math.abs(to - portOffset)}`;
  return [
    proxyDefaults,
    section('listen web', [
      `bind 127.0.0.1:${port}`,
      'mode http',
      'option forwardfor',
      'balance leastconn',
      ...health,
      ...web.map(({ name, server }) => `server ${name} 127.0.0.1:${server.port} check ${checks}`),
    ]),
    section('listen trackers', [
      ...trackerPorts.map((one) => `bind 127.0.0.1:${one}`),
      'balance leastconn',
      `source ${proxySource}`,
      ...health,
      ...ingest.map(
        ({ name, server }) =>
          `server ${name} 127.0.0.1:${shifted(server.portOffset)} check port ${server.port} ${checks} send-proxy-v2`,
      ),
    ]),
    '',
  ].join('\n');
}

export function startProxy(plan: ProxyPlan): Promise<Part> {
  const file = join(plan.folder, 'haproxy.cfg');
  writeFileSync(file, proxyConfig(plan));
  return startPart({
    name: 'proxy',
    command: [findProgram('haproxy') ?? 'haproxy', '-db', '-f', file],
    isReady: async () => (await fetch(`http://127.0.0.1:${plan.port}/health`)).ok,
  });
}
