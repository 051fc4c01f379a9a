import type { MaintenanceRule } from '../rules/rules.ts';

/** The highest value seen of each attribute that a maintenance uses. */
export type Highest = Readonly<Record<string, number>>;

export interface MaintenanceFindings {
  readonly due: readonly (MaintenanceRule & { readonly value: number })[];
  readonly highest: Highest | undefined;
}

const none: readonly never[] = Object.freeze([]);

/**
 * Maintenances that fall due (MNT-01, ING-07): a value reaches the start, or passes another whole period behind it. What
 * was reached once counts for good, whatever the maintenance was like then: an odometer that jumps back and forth, or an
 * edit, raises nothing twice. The first value raises nothing, since the value before it is unknown.
 */
export function maintenanceFindings(
  rules: readonly MaintenanceRule[],
  highest: Highest | undefined,
  valueNow: (attribute: string) => unknown,
): MaintenanceFindings {
  if (rules.length === 0) return { due: none, highest };
  const due: (MaintenanceRule & { value: number })[] = [];
  const next: Record<string, number> = {};
  for (const rule of rules) {
    const before =
      highest !== undefined && Object.hasOwn(highest, rule.type) ? highest[rule.type] : undefined;
    const value = valueNow(rule.type);
    if (typeof value !== 'number') {
      if (before !== undefined) next[rule.type] = before;
      continue;
    }
    next[rule.type] = Math.max(before ?? value, value);
    if (before !== undefined && periodsAt(rule, value) > periodsAt(rule, before))
      due.push({ ...rule, value });
  }
  return { due, highest: next };
}

/** 0 before the start, 1 from there for a period, and so on. */
function periodsAt({ start, period }: MaintenanceRule, value: number): number {
  return value < start ? 0 : 1 + Math.floor((value - start) / period);
}
