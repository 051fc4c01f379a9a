/** Which rule decides about an event, and which rules' alarms it ends (DESK-01). Pure. */
import { alarmsOf } from '@atalaia/domain/catalog/alarms';
import type { AlarmProcedureStart } from '../steps/steps-queries.ts';

/** A rule as the opener uses it. */
export interface OpeningRule {
  readonly id: number;
  readonly name: string;
  readonly eventTypes: readonly string[];
  readonly alarms: readonly string[];
  readonly appliesTo: string;
  readonly groupIds: readonly number[];
  readonly customerIds: readonly number[];
  readonly deviceIds: readonly number[];
  readonly categories: readonly string[];
  readonly outsideCalendar: boolean;
  readonly geofenceId: number | null;
  readonly ignition: string;
  /** 0 critical to 3 low. */
  readonly severity: number;
  readonly groupingMinutes: number;
  readonly waitMinutes: number | null;
  readonly normalTypes: readonly string[];
  readonly normalAlarms: readonly string[];
  readonly claimSeconds: number | null;
  readonly closeSeconds: number | null;
  readonly siren: boolean;
  readonly requiresNote: boolean;
  readonly escalationId: number | null;
  /** In its published version. */
  readonly procedure: AlarmProcedureStart | null;
  /** Whether its calendar holds at an instant; absent without one. */
  readonly isActive?: (atMs: number) => boolean;
}

/** What a rule judges an event by. */
export interface EventToJudge {
  readonly type: string;
  /** The attribute `alarm`. */
  readonly label: string | null;
  readonly eventTimeMs: number;
  readonly deviceId: number;
  /** Its group and all above. */
  readonly groupIds: readonly number[];
  readonly customerId: number | null;
  readonly category: string | null;
  /** Of the event itself, and those that its position lies in. */
  readonly geofenceIds: readonly number[];
  readonly ignition: boolean | null;
}

/** The first rule in order that fits. */
export function decidingRule<Rule extends OpeningRule>(
  rules: readonly Rule[],
  event: EventToJudge,
): Rule | undefined {
  return rules.find((rule) => fits(rule, event));
}

/** The rules whose open alarms the event ends. */
export function endedRules(rules: readonly OpeningRule[], event: EventToJudge): readonly OpeningRule[] {
  const labels = labelsOf(event);
  return rules.filter(
    ({ normalTypes, normalAlarms }) =>
      normalTypes.includes(event.type) || labels.some((label) => normalAlarms.includes(label)),
  );
}

export function isSos(event: Pick<EventToJudge, 'type' | 'label'>): boolean {
  return labelsOf(event).includes('sos');
}

function fits(rule: OpeningRule, event: EventToJudge): boolean {
  if (!rule.eventTypes.includes(event.type)) return false;
  if (event.type === 'alarm' && rule.alarms.length > 0) {
    if (!labelsOf(event).some((label) => rule.alarms.includes(label))) return false;
  }
  if (rule.ignition !== 'any' && event.ignition !== (rule.ignition === 'on')) return false;
  if (rule.geofenceId !== null && !event.geofenceIds.includes(rule.geofenceId)) return false;
  if (rule.appliesTo === 'some' && !isNamed(rule, event)) return false;
  return rule.isActive === undefined || rule.isActive(event.eventTimeMs) !== rule.outsideCalendar;
}

function isNamed(rule: OpeningRule, event: EventToJudge): boolean {
  return (
    rule.deviceIds.includes(event.deviceId) ||
    event.groupIds.some((id) => rule.groupIds.includes(id)) ||
    (event.customerId !== null && rule.customerIds.includes(event.customerId)) ||
    (event.category !== null && rule.categories.includes(event.category))
  );
}

function labelsOf({ type, label }: Pick<EventToJudge, 'type' | 'label'>): readonly string[] {
  return type === 'alarm' ? alarmsOf(label) : [];
}
