import type { Logger } from 'pino';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { IngestDevice } from '../ingest-device.ts';
import type { IngestSettings } from '../ingest-settings.ts';
import { createAllowance } from '../listeners/allowance.ts';
import type { IngestMetrics } from '../metrics.ts';
import type { DeviceQueries } from './device-queries.ts';
import type { DeviceRegistry } from './device-registry.ts';
import type { UnknownTrackers } from './unknown-trackers-queries.ts';

/** Where a sign-in comes from. */
export interface Origin {
  readonly protocol: string;
  readonly address: string;
}

export interface SignIn {
  /** The device that may speak, or null: unknown, or disabled and so refused alike. At once when it is known. */
  admit(uniqueIds: readonly string[], origin: Origin): IngestDevice | null | Promise<IngestDevice | null>;
  /** See `DeviceRegistry`. */
  readonly version: number;
}

export interface SignInParts {
  readonly registry: DeviceRegistry;
  readonly queries: Pick<DeviceQueries, 'register' | 'administrators'>;
  readonly unknownTrackers: Pick<UnknownTrackers, 'note'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly metrics: Pick<IngestMetrics, 'unknownTrackers'>;
  readonly clock: Clock;
  readonly log: Logger;
  settings(): IngestSettings;
}

/** Automatic registration makes no more devices than this, so that a flood of made-up ids fills no table. */
const registrations = { burst: 100, perSecond: 1 };

/** What automatic registration takes for an id: those of trackers are digits, and some letters at most. */
const plausibleId = /^[0-9A-Za-z_.:-]{4,40}$/;

export function createSignIn(parts: SignInParts): SignIn {
  const { registry, queries, unknownTrackers, bus, metrics, log } = parts;
  const allowance = createAllowance(registrations, parts.clock);
  /** Of those that were admitted the next to expire; then all are judged again. */
  let nextEndMs = Number.POSITIVE_INFINITY;
  let ended = 0;

  const refuse = (uniqueIds: readonly string[], origin: Origin): null => {
    metrics.unknownTrackers.inc({ protocol: origin.protocol });
    const [uniqueId] = uniqueIds;
    if (uniqueId) unknownTrackers.note(uniqueId, origin.protocol, origin.address);
    return null;
  };

  const register = async (uniqueIds: readonly string[], origin: Origin): Promise<IngestDevice | null> => {
    const [uniqueId = ''] = uniqueIds;
    if (!plausibleId.test(uniqueId) || allowance.waitMs() > 0) return refuse(uniqueIds, origin);
    allowance.take(1);
    const id = await queries.register(uniqueId, origin);
    if (id !== undefined) {
      log.info({ deviceId: id }, 'an unknown tracker was registered, as the server settings say');
      bus.publish('deviceRegistry', { deviceIds: [id] });
      bus.publish('visibility', { userIds: await queries.administrators(), deviceIds: [id] });
    }
    return registry.find([uniqueId]);
  };

  const judged = (found: IngestDevice | null, uniqueIds: readonly string[], origin: Origin) => {
    if (found) return isOver(found) ? null : found;
    return parts.settings().automaticRegistration ? register(uniqueIds, origin) : refuse(uniqueIds, origin);
  };

  const isOver = ({ disabled, expiresMs }: IngestDevice) => {
    if (disabled || expiresMs === undefined) return disabled;
    if (expiresMs <= parts.clock.now()) return true;
    nextEndMs = Math.min(nextEndMs, expiresMs);
    return false;
  };

  return {
    admit(uniqueIds, origin) {
      const found = registry.find(uniqueIds);
      if (found instanceof Promise) return found.then((device) => judged(device, uniqueIds, origin));
      return judged(found, uniqueIds, origin);
    },
    get version() {
      if (nextEndMs !== Number.POSITIVE_INFINITY && nextEndMs <= parts.clock.now()) {
        nextEndMs = Number.POSITIVE_INFINITY;
        ended += 1;
      }
      return registry.version + ended;
    },
  };
}
