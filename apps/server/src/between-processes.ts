/** What several processes are to each other: the bus between them, what each is called, and the replica that they read. */
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import packageJson from '../package.json' with { type: 'json' };
import { type Bus, createInProcessBus } from './platform/bus/bus.ts';
import { openNatsLine } from './platform/bus/nats-line.ts';
import {
  alwaysLive,
  createSharedBus,
  type News,
  type Questions,
  type SharedTopic,
  sharedTopics,
} from './platform/bus/shared-bus.ts';
import type { Config } from './platform/config/config.ts';
import { createReplica } from './platform/db/connection/replica.ts';
import type { Processes } from './platform/db/processes/processes.ts';
import type { Stops } from './platform/shutdown.ts';

export function nameProcess(metrics: Registry, { roles }: Config, epoch: number): void {
  const { version } = packageJson;
  const labels = { roles: [...roles].join(','), version, epoch: String(epoch) };
  const info = { name: 'atalaia_process_info', help: 'What this process is', registers: [metrics] };
  new Gauge({ ...info, labelNames: Object.keys(labels) }).set(labels, 1);
}

/** Within this process, and with NATS between all of them. */
export function openBus(
  parts: {
    readonly config: Config;
    readonly log: Logger;
    readonly metrics: Registry;
    readonly processes: Processes;
  },
  stops: Stops,
): { readonly bus: Bus; readonly news: News; readonly questions?: Questions } {
  const { config, log, metrics, processes } = parts;
  const inner = createInProcessBus((topic, err) => log.error({ err, topic }, 'a listener of the bus failed'));
  if (!config.nats) return { bus: inner, news: alwaysLive };
  const line = openNatsLine(config.nats, { name: `atalaia ${processes.epoch}`, log });
  stops.add(line.stop);
  const bus = createSharedBus({ inner, line, processes, topics: topicsOf(config), metrics, log });
  stops.add(bus.stop);
  return { bus, news: bus.news, questions: bus.questions };
}

/** What of other processes this one has a use for. */
function topicsOf({ roles, geocoderUrl }: Config): readonly SharedTopic[] {
  if (roles.has('web')) return sharedTopics;
  const ofJobs: readonly SharedTopic[] = ['positions', 'events', 'positionsLookedAt'];
  return [
    ...(roles.has('ingest') ? (['commandsQueued', 'framesWanted'] as const) : []),
    ...(roles.has('jobs') && geocoderUrl !== undefined ? ofJobs : []),
  ];
}

export function openReplica(
  { replica: settings }: Config,
  parts: Pick<Parameters<typeof createReplica>[0], 'nowMs' | 'metrics' | 'log'>,
  stops: Stops,
): ReturnType<typeof createReplica> | undefined {
  if (!settings) return undefined;
  const replica = createReplica({ ...settings, ...parts });
  stops.add(replica.stop);
  void replica.measure();
  return replica;
}
