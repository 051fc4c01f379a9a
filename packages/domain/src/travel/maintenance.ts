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
  /** Of those of them that fell far, from where on they are as before. */
  readonly anewUntil?: Highest | undefined;
}

export interface MaintenanceFindings extends CountedMemory {
  readonly due: readonly (MaintenanceRule & { readonly value: number })[];
}

/** The memory of one attribute. */
type Counter = { readonly [Kind in keyof CountedMemory]?: number | undefined };

const none: readonly never[] = Object.freeze([]);

/**
 * Maintenances that fall due (MNT-01, ING-07): a value reaches the first due one, or passes another whole period behind
 * it. What was reached once counts for good, whatever the maintenance was like then: an odometer that jumps back and forth,
 * or an edit, raises nothing twice. A counter that began anew is compared with what it said since (`counterAt`). The
 * first value raises nothing, since the value before it is unknown.
 */
export function maintenanceFindings(
  rules: readonly MaintenanceRule[],
  before: CountedMemory,
  valueNow: (attribute: string) => unknown,
): MaintenanceFindings {
  const { highest, anew, anewUntil } = before;
  if (rules.length === 0) return { due: none, highest, anew, anewUntil };
  const due: (MaintenanceRule & { value: number })[] = [];
  const counters = new Map<string, Counter>();
  for (const { type } of rules) {
    if (counters.has(type)) continue;
    const known = { highest: numberIn(highest, type), anew: numberIn(anew, type) };
    const counter: Counter = { ...known, anewUntil: numberIn(anewUntil, type) };
    const value = valueNow(type);
    if (typeof value !== 'number') {
      counters.set(type, counter);
      continue;
    }
    const alike = rules.filter((rule) => rule.type === type);
    const { last, now } = counterAt(alike, counter, value);
    counters.set(type, now);
    if (last === undefined) continue;
    for (const rule of alike) {
      const first = firstDue(rule, value);
      if (timesDue(rule, first, value) > timesDue(rule, first, last)) due.push({ ...rule, value });
    }
  }
  const all = (kind: keyof CountedMemory) => highestOf(counters, kind);
  return { due, highest: all('highest'), anew: all('anew'), anewUntil: all('anewUntil') };
}

/**
 * What a value is compared with, and what is remembered then; of maintenances that count alike. A counter began anew while
 * it says less than when one of them was done; and once it says a whole period less than ever, or less than half as much,
 * until it says as much again. Where it comes back at once, as after a wrong value or by another tracker, it is as before.
 */
function counterAt(
  rules: readonly MaintenanceRule[],
  before: Counter,
  value: number,
): { readonly last: number | undefined; readonly now: Counter } {
  const isByTime = rules.some(({ type }) => positionTimes.has(type));
  const period = Math.min(...rules.map((rule) => rule.period));
  const isFarBelow = (other: number) => !isByTime && (value <= other - period || value < other / 2);
  let { highest = value, anew, anewUntil: until } = before;
  const wasDueAt = (other: number) => rules.some((rule) => timesDue(rule, firstDue(rule, value), other) > 0);
  if (anew !== undefined && isFarBelow(anew) && wasDueAt(anew)) {
    // once more: what it said before it began anew the first time is of no more use
    [highest, until] = [anew, anew];
    anew = undefined;
  } else if (isFarBelow(highest)) until = highest;

  const isTold = rules.some((rule) => isAnewAt(rule, value));
  const isApart = until !== undefined && !isBackAt(value, anew, until, period);
  const isBelow = until !== undefined && isApart && value < until;
  const last = isTold || isApart ? anew : before.highest;
  return {
    last,
    now: {
      highest: Math.max(highest, value),
      anew: isTold || isBelow ? Math.max(anew ?? value, value) : undefined,
      anewUntil: isBelow ? until : undefined,
    },
  };
}

/** Whether it comes from far below to about where it was: nothing is driven in such a step. */
function isBackAt(value: number, anew: number | undefined, until: number, period: number): boolean {
  const step = Math.min(period, until / 2) / 2;
  return anew !== undefined && value - anew >= step && value >= until - step;
}

const numberIn = (values: Highest | undefined, key: string) =>
  values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;

function highestOf(counters: ReadonlyMap<string, Counter>, kind: keyof CountedMemory): Highest | undefined {
  const found: Record<string, number> = {};
  for (const [type, counter] of counters) {
    const value = counter[kind];
    if (value !== undefined) found[type] = value;
  }
  return Object.keys(found).length > 0 ? found : undefined;
}
