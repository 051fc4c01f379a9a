/** What the dashboard counts over a fleet, and which devices a bar of it stands for (DASH-01, DASH-05). */
import {
  type CommunicationBucket,
  communicationBucket,
  communicationBuckets,
  type DeviceStatus,
} from '../devices/device-status.ts';

export interface FleetMember {
  readonly status: DeviceStatus;
  /** Counts as inactive, and in nothing else. */
  readonly disabled: boolean;
  readonly category: string;
  /** When it last reported, ms since 1970; null when never. */
  readonly lastUpdateMs: number | null;
}

export interface CategoryFigures extends Readonly<Record<DeviceStatus, number>> {
  readonly category: string;
  readonly total: number;
}

export interface FleetFigures {
  readonly active: number;
  readonly inactive: number;
  readonly state: Readonly<Record<DeviceStatus, number>>;
  readonly communication: Readonly<Record<CommunicationBucket, number>>;
  /** The largest first; of one size by name. */
  readonly categories: readonly CategoryFigures[];
}

/** Counts a fleet at one moment. Disabled devices are inactive, and left out of everything else (DASH-01). */
export function fleetFigures(members: Iterable<FleetMember>, nowMs: number): FleetFigures {
  const none = () => ({ online: 0, offline: 0, unknown: 0 });
  const state = none();
  const communication = { upTo30Minutes: 0, upTo4Hours: 0, upTo24Hours: 0, over24Hours: 0, never: 0 };
  const categories = new Map<string, Record<DeviceStatus, number>>();
  let active = 0;
  let inactive = 0;
  for (const { status, disabled, category, lastUpdateMs } of members) {
    if (disabled) {
      inactive += 1;
      continue;
    }
    active += 1;
    state[status] += 1;
    communication[communicationBucket(lastUpdateMs, nowMs)] += 1;
    const counts = categories.get(category) ?? none();
    counts[status] += 1;
    categories.set(category, counts);
  }
  return { active, inactive, state, communication, categories: bySize(categories) };
}

function bySize(counts: ReadonlyMap<string, Readonly<Record<DeviceStatus, number>>>): CategoryFigures[] {
  return [...counts]
    .map(([category, of]) => ({ category, ...of, total: of.online + of.offline + of.unknown }))
    .sort((a, b) => b.total - a.total || (a.category < b.category ? -1 : 1));
}

/** The charts of devices; that of sinisters counts no devices. */
export type FleetChart = 'device' | 'state' | 'communication' | 'status';

/** The groups of a chart that stand whatever the fleet; those of `status` follow its categories. */
export const fleetChartGroups: Readonly<Record<Exclude<FleetChart, 'status'>, readonly string[]>> =
  Object.freeze({
    device: Object.freeze(['active', 'inactive']),
    state: Object.freeze(['online', 'offline', 'unknown']),
    communication: communicationBuckets,
  });

/** Whether a device is in a group of a chart; no device is in a group nobody knows. */
export function isInFleetGroup(
  chart: FleetChart,
  group: string,
  { status, disabled, category, lastUpdateMs }: FleetMember,
  nowMs: number,
): boolean {
  if (chart === 'device') return group === (disabled ? 'inactive' : 'active');
  if (disabled) return false;
  if (chart === 'state') return group === status;
  if (chart === 'communication') return group === communicationBucket(lastUpdateMs, nowMs);
  return group === `${category}-${status}`;
}
