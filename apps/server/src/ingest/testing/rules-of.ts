/** Rules as the rulebook makes them, without a database: everything applies to device 1 unless given otherwise. */
import type { MaintenancePlan } from '@atalaia/domain/travel/maintenance';
import { pino } from 'pino';
import { createGeofenceRules } from '../rules/geofence-rules.ts';
import { createGroupTree, createLinkedRules, createLists, type RuleLinks } from '../rules/linked-rules.ts';
import type { ComputedRow, GeofenceRow, MaintenanceRow } from '../rules/rule-queries.ts';
import { createRuleReaders, type IsActive } from '../rules/rule-readers.ts';
import type { Rules } from '../rules/rules.ts';

export interface GivenRules {
  readonly geofences?: readonly (Pick<GeofenceRow, 'id' | 'area'> & Partial<GeofenceRow>)[];
  readonly calendars?: ReadonlyMap<number, IsActive>;
  readonly computed?: readonly ComputedRow[];
  /** With what they were done at, where they were. */
  readonly maintenances?: readonly (MaintenanceRow & MaintenancePlan)[];
}

const readers = createRuleReaders(pino({ level: 'silent' }));

export function rulesOf({
  geofences = [],
  calendars = new Map(),
  computed = [],
  maintenances = [],
}: GivenRules): Rules {
  const noGroups = createGroupTree(new Map());
  const linksTo = (rows: readonly { readonly id: number }[]): RuleLinks => ({
    ofGroup: new Map(),
    ofDevice: new Map([[1, new Set(rows.map(({ id }) => id))]]),
  });
  const listed = <Item extends { readonly id: number }>(items: readonly (Item | undefined)[]) => {
    const known = items.filter((item) => item !== undefined);
    const deviceConnections = linksTo(known);
    return createLists(
      createLinkedRules(deviceConnections, noGroups),
      deviceConnections,
      new Map(known.map((item) => [item.id, item])),
    );
  };
  const rules = geofences.flatMap((given) => {
    const row = { calendarId: null, speedLimit: undefined, polylineDistance: undefined, ...given };
    return readers.geofence(row, calendars) ?? [];
  });
  return {
    geofences: createGeofenceRules(rules, createLinkedRules(linksTo(rules), noGroups)),
    computed: listed(computed.map(readers.computed)),
    computedAskLast: computed.some(({ expression }) => expression.includes('last')),
    maintenances: listed(maintenances.map(readers.maintenance)),
    records: ({ calendarId }, atMs) => calendars.get(calendarId ?? 0)?.(atMs) ?? true,
    notificationTypes: new Set(),
    alarmTypes: new Set(),
  };
}
