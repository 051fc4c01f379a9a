/** When a maintenance falls due by what a device counts (MNT-01): the list of what is due and the events go by it. */
import { positionTimes } from '../attributes/position-attributes.ts';

/** `start` and `period` in the unit of what is counted. */
export interface MaintenancePlan {
  /** Key of a numeric attribute, or of an instant. */
  readonly type: string;
  readonly start: number;
  /** Above 0. */
  readonly period: number;
  /** What the device had counted when it was done last, if it was. */
  readonly serviced?: number | undefined;
}

export interface MaintenanceRule extends MaintenancePlan {
  readonly id: number;
}

export type Urgency = 'due' | 'soon' | 'later' | 'unknown';

/** This share of the period before it is due, it is due soon. */
const soonShare = 0.1;

/** Whether its counter says less than when it was done; time never begins anew, though clocks and late messages differ. */
const isAnewAt = ({ type, serviced }: MaintenancePlan, value: number | undefined): boolean =>
  serviced !== undefined && value !== undefined && value < serviced && !positionTimes.has(type);

/** What it was done at, as far as that counts: one whose counter began anew is due as if nothing had been done. */
const servicedAt = (plan: MaintenancePlan, value: number | undefined): number | undefined =>
  isAnewAt(plan, value) ? undefined : plan.serviced;

/** A period after it was done; before that its start, and one from 0 after a whole period. */
function firstDue(plan: MaintenancePlan, value: number | undefined): number {
  const { start, period } = plan;
  const serviced = servicedAt(plan, value);
  if (serviced !== undefined) return serviced + period;
  return start > 0 ? start : period;
}

/**
 * The value at which it falls due, or fell: once it was done, a period after that, however long ago; else the whole
 * period that was passed last. `value` is undefined where the device has not said it.
 */
export function dueValueOf(plan: MaintenancePlan, value: number | undefined): number {
  const first = firstDue(plan, value);
  if (value === undefined || value < first || servicedAt(plan, value) !== undefined) return first;
  return first + Math.floor((value - first) / plan.period) * plan.period;
}

/** How much of a period is left, below 0 of what is overdue; NaN where the value is unknown. */
export const shareLeft = (
  { period }: MaintenancePlan,
  dueValue: number,
  value: number | undefined,
): number => (value === undefined ? Number.NaN : (dueValue - value) / period);

export function urgencyOf(share: number): Urgency {
  if (Number.isNaN(share)) return 'unknown';
  if (share <= 0) return 'due';
  return share <= soonShare ? 'soon' : 'later';
}

/** How often it fell due until this value: 0 before the first time, 1 from there for a period, and so on. */
function timesDue(plan: MaintenancePlan, first: number, value: number): number {
  return value < first ? 0 : 1 + Math.floor((value - first) / plan.period);
}

/** The highest value seen, by what is counted. */
export type Highest = Readonly<Record<string, number>>;

export interface CountedMemory {
  /** Of each attribute that a maintenance uses. */
  readonly highest?: Highest | undefined;
  /** Of those whose counter began anew, the highest value since. */
  readonly anew?: Highest | undefined;
}

export interface MaintenanceFindings extends CountedMemory {
  readonly due: readonly (MaintenanceRule & { readonly value: number })[];
}

const none: readonly never[] = Object.freeze([]);

/**
 * Maintenances that fall due (MNT-01, ING-07): a value reaches the first due one, or passes another whole period behind
 * it. What was reached once counts for good, whatever the maintenance was like then: an odometer that jumps back and forth,
 * or an edit, raises nothing twice. A counter is taken to have begun anew while it says less than when one of its
 * maintenances was done: it is then compared with what it said since. The first value raises nothing, since the value
 * before it is unknown.
 */
export function maintenanceFindings(
  rules: readonly MaintenanceRule[],
  before: CountedMemory,
  valueNow: (attribute: string) => unknown,
): MaintenanceFindings {
  if (rules.length === 0) return { due: none, highest: before.highest, anew: before.anew };
  const due: (MaintenanceRule & { value: number })[] = [];
  const highest: Record<string, number> = {};
  const anew: Record<string, number> = {};
  for (const rule of rules) {
    const { type } = rule;
    const [high, highAnew] = [numberIn(before.highest, type), numberIn(before.anew, type)];
    const value = valueNow(type);
    if (typeof value !== 'number') {
      if (high !== undefined) highest[type] = high;
      if (highAnew !== undefined) anew[type] = highAnew;
      continue;
    }
    const isAnew = rules.some((other) => other.type === type && isAnewAt(other, value));
    highest[type] = Math.max(high ?? value, value);
    if (isAnew) anew[type] = Math.max(highAnew ?? value, value);
    const last = isAnew ? highAnew : high;
    const first = firstDue(rule, value);
    if (last !== undefined && timesDue(rule, first, value) > timesDue(rule, first, last))
      due.push({ ...rule, value });
  }
  return { due, highest, anew: Object.keys(anew).length > 0 ? anew : undefined };
}

const numberIn = (values: Highest | undefined, key: string) =>
  values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
