/** The rules of all devices in memory: read before ingest starts, and again when the bus reports a change. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { GeofenceIndex } from '@atalaia/domain/geo/geofence-index';
import { createGeofenceIndex } from '@atalaia/domain/geo/geofence-index';
import type { MaintenanceRule } from '@atalaia/domain/travel/maintenance';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus, RuleKind } from '../../platform/bus/bus.ts';
import { retryWhileAway } from '../../platform/db/connection/retry-while-away.ts';
import { type GeofenceRule, withIndex } from './geofence-rules.ts';
import { createGroupTree, createLinkedRules, createLists, type RuleLinks } from './linked-rules.ts';
import {
  eachCalendar,
  eachComputed,
  eachGeofence,
  eachMaintenance,
  eachServiced,
  readAlarmTypes,
  readLinks,
  readNotificationTypes,
  readParents,
  readServerZone,
  type ServicedRow,
} from './rule-queries.ts';
import { createRuleReaders, type IsActive } from './rule-readers.ts';
import { type ComputedRule, noRules, type Rules } from './rules.ts';

export interface RulebookParts {
  readonly pool: Pick<Pool, 'query'>;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Logger;
}

export interface Rulebook {
  current(): Rules;
  /** Reads everything; rejects when that fails. */
  start(): Promise<void>;
  stop(): void;
}

const allKinds: readonly RuleKind[] = [
  'groups',
  'geofences',
  'calendars',
  'attributes',
  'maintenances',
  'notifications',
  'alarmRules',
];

/** Changes that come so close together are read at once, ms: a bulk edit publishes each of its links. */
const gatherMs = 50;

/** Rules that could not be read are read again after this, ms, and each time after twice as long. */
const firstRetryMs = 500;
const longestRetryMs = 30_000;

/** What devices had counted when their maintenances were done last. */
type Serviced = ReadonlyMap<number, ServicedRow['serviced']>;

/** What was read last, noun by noun. */
interface LoadedRules {
  parents: ReadonlyMap<number, number | null>;
  calendars: ReadonlyMap<number, IsActive>;
  geofences: { rules: readonly GeofenceRule[]; index: GeofenceIndex; links: RuleLinks };
  computed: { rules: ReadonlyMap<number, ComputedRule>; links: RuleLinks };
  maintenances: { rules: ReadonlyMap<number, MaintenanceRule>; links: RuleLinks; serviced: Serviced };
  notificationTypes: ReadonlySet<string>;
  alarmTypes: ReadonlySet<string>;
}

export function createRulebook({ pool, bus, log }: RulebookParts): Rulebook {
  const readers = createRuleReaders(log);
  const noLinks: RuleLinks = { ofGroup: new Map(), ofDevice: new Map() };
  const loaded: LoadedRules = {
    parents: new Map(),
    calendars: new Map(),
    geofences: { rules: [], index: createGeofenceIndex([]), links: noLinks },
    computed: { rules: new Map(), links: noLinks },
    maintenances: { rules: new Map(), links: noLinks, serviced: new Map() },
    notificationTypes: new Set(),
    alarmTypes: new Set(),
  };
  const stopping = new AbortController();
  const stale = new Set<RuleKind>();
  /** Devices of whose maintenances only what was done is stale. */
  const staleServices = new Set<number>();
  let rules = noRules;
  let reading = false;

  const readGeofences = async () => {
    const zone = await readServerZone(pool);
    const calendars = new Map<number, IsActive>();
    for await (const row of eachCalendar(pool)) {
      const isActive = readers.calendar(row, zone);
      if (isActive) calendars.set(row.id, isActive);
    }
    const found: GeofenceRule[] = [];
    for await (const row of eachGeofence(pool)) found.push(...asList(readers.geofence(row, calendars)));
    const links = await readLinks(pool, 'geofence');
    loaded.geofences = { rules: found, index: createGeofenceIndex(found), links };
    loaded.calendars = calendars;
  };
  const readComputed = async () => {
    const found = new Map<number, ComputedRule>();
    for await (const row of eachComputed(pool))
      for (const rule of asList(readers.computed(row))) found.set(rule.id, rule);
    loaded.computed = { rules: found, links: await readLinks(pool, 'attribute') };
  };
  const readMaintenances = async () => {
    const found = new Map<number, MaintenanceRule>();
    for await (const row of eachMaintenance(pool))
      for (const rule of asList(readers.maintenance(row))) found.set(rule.id, rule);
    const serviced = new Map<number, ServicedRow['serviced']>();
    for await (const row of eachServiced(pool)) serviced.set(row.id, row.serviced);
    loaded.maintenances = { rules: found, links: await readLinks(pool, 'maintenance'), serviced };
  };

  const readServices = async (deviceIds: ReadonlySet<number>) => {
    const serviced = new Map(loaded.maintenances.serviced);
    for (const id of deviceIds) serviced.delete(id);
    for await (const row of eachServiced(pool, [...deviceIds])) serviced.set(row.id, row.serviced);
    loaded.maintenances = { ...loaded.maintenances, serviced };
  };

  const read = async (kinds: ReadonlySet<RuleKind>, services: ReadonlySet<number>) => {
    if (kinds.has('groups')) loaded.parents = await readParents(pool);
    if (kinds.has('geofences') || kinds.has('calendars')) await readGeofences();
    if (kinds.has('attributes')) await readComputed();
    if (kinds.has('maintenances')) await readMaintenances();
    else if (services.size > 0) await readServices(services);
    if (kinds.has('notifications')) loaded.notificationTypes = await readNotificationTypes(pool);
    if (kinds.has('alarmRules')) loaded.alarmTypes = await readAlarmTypes(pool);
    rules = rulesOn(loaded);
  };

  const readStale = async () => {
    reading = true;
    let waitMs = gatherMs;
    while (stale.size + staleServices.size > 0 && !stopping.signal.aborted) {
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      const [kinds, services] = [new Set(stale), new Set(staleServices)];
      stale.clear();
      staleServices.clear();
      try {
        await retryWhileAway(() => read(kinds, services), { signal: stopping.signal });
        waitMs = gatherMs;
      } catch (error) {
        if (stopping.signal.aborted) break;
        for (const kind of kinds) stale.add(kind);
        for (const id of services) staleServices.add(id);
        waitMs = Math.min(Math.max(waitMs * 2, firstRetryMs), longestRetryMs);
        log.error({ err: error, waitMs }, 'rules could not be read; the last ones count until they are');
      }
    }
    reading = false;
  };

  const unsubscribe = bus.subscribe('rules', ({ kinds, servicedDeviceIds }) => {
    for (const id of servicedDeviceIds ?? []) staleServices.add(id);
    for (const kind of servicedDeviceIds ? [] : kinds) stale.add(kind);
    if (!reading) void readStale();
  });

  return {
    current: () => rules,
    start: () => read(new Set(allKinds), new Set()),
    stop() {
      stopping.abort();
      unsubscribe();
    },
  };
}

function rulesOn({
  parents,
  calendars,
  geofences,
  computed,
  maintenances,
  notificationTypes,
  alarmTypes,
}: LoadedRules): Rules {
  const groups = createGroupTree(parents);
  const lists = <Item extends { readonly id: number }>(noun: {
    rules: ReadonlyMap<number, Item>;
    links: RuleLinks;
  }) => createLists(createLinkedRules(noun.links, groups), noun.links, noun.rules);
  return {
    geofences: withIndex(geofences.rules, geofences.index, createLinkedRules(geofences.links, groups)),
    computed: lists(computed),
    computedAskLast: [...computed.rules.values()].some(({ expression }) =>
      expression.variables.some((name) => name.startsWith('last')),
    ),
    maintenances: fromServices(lists(maintenances), maintenances.serviced),
    records: ({ calendarId }, atMs) =>
      calendarId === undefined || (calendars.get(calendarId)?.(atMs) ?? true),
    notificationTypes,
    alarmTypes,
  };
}

function asList<Item>(item: Item | undefined): readonly Item[] {
  return item === undefined ? [] : [item];
}

/** A device's maintenances, counted from when they were done on it. */
function fromServices(lists: Rules['maintenances'], serviced: Serviced): Rules['maintenances'] {
  const made = new Map<
    number,
    { readonly of: readonly MaintenanceRule[]; readonly list: readonly MaintenanceRule[] }
  >();
  return (device) => {
    const of = lists(device);
    const services = of.length > 0 ? serviced.get(device.id) : undefined;
    if (!services) return of;
    const known = made.get(device.id);
    if (known?.of === of) return known.list;
    const list = of.map((rule) => ({ ...rule, serviced: services[rule.id] }));
    made.set(device.id, { of, list });
    return list;
  };
}
