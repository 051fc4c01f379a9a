import type { RegisterTracker, TrackerPort } from '@atalaia/contract/devices/unknown-tracker';
import type { PageQuery } from '@atalaia/contract/values/query-values';
import type { Protocol } from '@atalaia/protocols/protocol';
import type { Kysely } from 'kysely';
import { notFound } from '../../errors/app-error.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { JsonRows } from '../../platform/http/json-text.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { DevicesService } from '../devices/devices-service.ts';
import { listUnknownTrackers, takeUnknownTracker } from './unknown-trackers-queries.ts';

export interface UnknownTrackersParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly devices: Pick<DevicesService, 'createWithin'>;
  /** Where trackers find the server. */
  readonly ports: readonly TrackerPort[];
}

export interface UnknownTrackersService {
  list(page: PageQuery): JsonRows;
  ports(): TrackerPort[];
  /** Makes a device of it in one step (ING-04) and returns that; its name is the unique id unless given. */
  register(caller: Caller, uniqueId: string, input: RegisterTracker): Promise<string>;
}

export function createUnknownTrackersService(parts: UnknownTrackersParts): UnknownTrackersService {
  const { kysely, commit, devices, ports } = parts;
  return {
    async *list(page) {
      yield await listUnknownTrackers(kysely, page);
    },
    ports: () => [...ports],
    register: (caller, uniqueId, input) =>
      commit(async (transaction, publish) => {
        if (!(await takeUnknownTracker(transaction, uniqueId))) throw notFound('unknown tracker', uniqueId);
        const device = { ...input, uniqueId, name: input.name ?? uniqueId };
        return devices.createWithin(transaction, publish, caller, device, 'register');
      }),
  };
}

/** Where trackers find the server, of the protocols that are switched on. */
export function trackerPorts(
  protocols: readonly Pick<Protocol, 'name' | 'port' | 'transports'>[],
  config: Pick<Config, 'protocols' | 'portOffset'>,
): TrackerPort[] {
  return protocols
    .filter(({ name }) => config.protocols.includes(name))
    .map(({ name, port, transports }) => ({
      protocol: name,
      port: port + config.portOffset,
      transports: [...transports],
    }));
}
