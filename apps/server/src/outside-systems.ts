/**
 * The systems of others: mail, SMS, WhatsApp, push, addresses, the providers. An administrator sets them up while the
 * server runs: whoever holds one of these holds what is set up now, so none of their members is kept.
 */
import type { Integration } from '@atalaia/contract/server/integrations';
import type { Logger } from 'pino';
import { ConfigError } from './errors/config-error.ts';
import { createFleetControl, type FleetControl } from './modules/fleet-control/provider/fleet-control.ts';
import type { IntegrationCalls } from './modules/integrations/integrations-service.ts';
import { createPayments, type Payments } from './modules/payments/provider/payments.ts';
import { createPostalCodes, type PostalCodes } from './modules/postal-codes/provider/postal-codes.ts';
import {
  type IntegrationSettings,
  integrationSettings,
  integrations,
  type SettingTexts,
} from './platform/config/integration-settings.ts';
import { createGeocoding, type Geocoding } from './platform/geocoding/geocoding.ts';
import { type Channels, createChannels } from './platform/outbound/channels.ts';
import { createOutbound } from './platform/outbound/outbound.ts';
import type { OutboundMetrics } from './platform/outbound/outbound-metrics.ts';

export interface OutsideSystems {
  readonly channels: Channels;
  readonly geocoding: Geocoding;
  readonly postalCodes: PostalCodes;
  readonly payments: Payments;
  readonly fleetControl: FleetControl;
  readonly integrationCalls: IntegrationCalls;
  stop(): Promise<void>;
}

export interface OutsideSystemsParts {
  /** Of the environment: they win over stored ones. */
  readonly environment: SettingTexts;
  readonly metrics: OutboundMetrics;
  readonly log: Logger;
  /** Of push services of browsers beside the known ones. */
  readonly pushOrigins?: readonly string[];
  readonly loadTowns?: Parameters<typeof createGeocoding>[0]['load'];
}

type Parsed = { readonly [Name in Integration]: ReturnType<IntegrationSettings[Name]['read']> };

/** What is under way by the settings from before may still end. */
const endsAfterMs = 60_000;

/** As metrics name them. */
const serviceOf: Readonly<Partial<Record<Integration, string>>> = {
  postalCodes: 'postal-codes',
  fleetControl: 'fleet-control',
};

export function createOutsideSystems(parts: OutsideSystemsParts): OutsideSystems {
  const { environment, log } = parts;
  const outcomes = createOutcomes(parts.metrics);
  const { metrics } = outcomes;
  const faults = new Map<Integration, string>();
  /** What is stored, or the environment says, and cannot be used sets nothing up. */
  function parse(stored: SettingTexts): Parsed {
    faults.clear();
    const texts = { ...stored, ...environment };
    const parsed = integrations.map((name) => {
      try {
        return [name, integrationSettings[name].read(texts)];
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        faults.set(name, error.message);
        log.warn({ integration: name, reason: error.message }, 'what an administrator stored is not used');
        return [name, integrationSettings[name].read({})];
      }
    });
    return Object.fromEntries(parsed) as Parsed;
  }

  let current = parse({});
  const channels = renewed(
    () =>
      createChannels({ ...current, dialUrl: current.dial, pushOrigins: parts.pushOrigins ?? [] }, metrics),
    ({ mailer }) => mailer?.close(),
  );
  const ways = [
    channels,
    renewed(
      () => createPostalCodes({ config: current.postalCodes, metrics }),
      (old) => old.stop(),
    ),
    renewed(
      () => createPayments({ config: current.payments, metrics }),
      (old) => old.stop(),
    ),
    renewed(
      () => createFleetControl({ settings: current.fleetControl, metrics }),
      () => undefined,
    ),
  ] as const;
  const geocoding = createGeocoding({
    config: {
      get geocoderUrl() {
        return current.geocoder.geocoderUrl;
      },
      get geocoderIntervalMs() {
        return current.geocoder.geocoderIntervalMs;
      },
    },
    metrics,
    log,
    ...(parts.loadTowns && { load: parts.loadTowns }),
  });
  const [, postalCodes, payments, fleetControl] = ways;
  const keyOf = ({ mail, sms, whatsapp, push, dial, ...others }: Parsed) =>
    [{ mail, sms, whatsapp, push, dial }, others.postalCodes, others.payments, others.fleetControl].map(
      (one) => JSON.stringify(one),
    );

  /** Any answer will do but of a server that failed: whose key it is asks for is known by no one here. */
  async function reach(service: string, url: string | undefined): Promise<void> {
    if (url === undefined || url === '') throw new ConfigError('no address is set');
    const answers = createOutbound({ service, metrics: silent, timeoutMs: 10_000 });
    await answers({ url }).catch((error: unknown) => {
      const status = error instanceof Error && 'status' in error ? error.status : undefined;
      if (typeof status !== 'number' || status >= 500) throw error;
    });
  }

  return {
    channels: channels.part,
    geocoding,
    postalCodes: postalCodes.part,
    payments: payments.part,
    fleetControl: fleetControl.part,
    integrationCalls: {
      environment,
      faultOf: (name) => faults.get(name) ?? null,
      isSetUp: (name) => isSetUp(name, current),
      apply(stored) {
        const before = keyOf(current);
        current = parse(stored);
        const after = keyOf(current);
        for (const [at, way] of ways.entries()) if (before[at] !== after[at]) way.renew();
      },
      takeOutcomes: outcomes.take,
      serviceOf: (name) => serviceOf[name] ?? name,
      async test(name) {
        if (name === 'geocoder') {
          const [latitude, longitude] = [-23.5505, -46.6333];
          const url = current.geocoder.geocoderUrl
            ?.replaceAll('{lat}', String(latitude))
            .replaceAll('{lon}', String(longitude));
          await reach(name, url);
          if ((await geocoding.streetOf(latitude, longitude)) === null)
            throw new ConfigError('the service named no address for a place in São Paulo');
        }
        if (name === 'postalCodes') await postalCodes.part.addressOf('01310100');
        if (name === 'payments') await reach(name, current.payments.payments.url);
        if (name === 'fleetControl') await reach('fleet-control', current.fleetControl.url);
      },
    },
    async stop() {
      geocoding.stop();
      for (const way of ways) way.stop();
    },
  };
}

function isSetUp(name: Integration, parsed: Parsed): boolean {
  if (name === 'geocoder') return parsed.geocoder.geocoderUrl !== undefined;
  if (name === 'postalCodes') return parsed.postalCodes.postalCodeUrl !== undefined;
  if (name === 'payments') return parsed.payments.payments.url !== undefined;
  if (name === 'fleetControl') return parsed.fleetControl.url !== undefined;
  return parsed[name] !== undefined;
}

/** A part that is made anew when its settings change; `part` is always the newest. */
function renewed<Part extends object>(make: () => Part, end: (old: Part) => void) {
  let newest = make();
  const ending = new Map<NodeJS.Timeout, Part>();
  const part = new Proxy({} as Part, {
    get: (_target, name) => Reflect.get(newest, name),
    has: (_target, name) => Reflect.has(newest, name),
  });
  return {
    part,
    renew() {
      const old = newest;
      newest = make();
      const timer = setTimeout(() => {
        ending.delete(timer);
        end(old);
      }, endsAfterMs);
      ending.set(timer.unref(), old);
    },
    stop() {
      end(newest);
      for (const [timer, old] of ending) {
        clearTimeout(timer);
        end(old);
      }
      ending.clear();
    },
  };
}

/** Of one service the last call that failed, and when one was last done, ms. */
export interface Outcome {
  readonly failedAtMs?: number;
  readonly reason?: string;
  readonly doneAtMs?: number;
}

const longestReason = 300;

/** Notes beside the metrics how calls ended, until it is taken. */
function createOutcomes(metrics: OutboundMetrics) {
  let noted = new Map<string, Outcome>();
  return {
    metrics: {
      ...metrics,
      observe(service, outcome, tookMs, reason) {
        metrics.observe(service, outcome, tookMs, reason);
        const news =
          outcome === 'done'
            ? { doneAtMs: Date.now() }
            : { failedAtMs: Date.now(), reason: (reason ?? outcome).slice(0, longestReason) };
        noted.set(service, { ...noted.get(service), ...news });
      },
    } satisfies OutboundMetrics,
    take(): ReadonlyMap<string, Outcome> {
      const taken = noted;
      noted = new Map();
      return taken;
    },
  };
}

const silent: OutboundMetrics = { observe: () => undefined, watch: () => undefined };
