import type { AttributeCheck } from '@atalaia/domain/attributes/attribute-value';
import type { CompiledExpression, ComputedType } from '@atalaia/domain/expressions/computed-attribute';
import type { MaintenanceRule } from '@atalaia/domain/travel/maintenance';
import { type GeofenceRules, noGeofences } from './geofence-rules.ts';
import type { RuledDevice } from './linked-rules.ts';

/** An attribute that is worked out of a position's values. */
export interface ComputedRule {
  readonly id: number;
  readonly attribute: string;
  readonly type: ComputedType;
  /** What the attribute takes of a result. */
  readonly check: AttributeCheck;
  readonly expression: CompiledExpression;
  /** Higher ones are worked out first. */
  readonly priority: number;
}

/** What applies to devices at one moment. Never changes: an edit gives other rules. */
export interface Rules {
  readonly geofences: GeofenceRules;
  computed(device: RuledDevice): readonly ComputedRule[];
  /** A computed attribute uses the previous position. */
  readonly computedAskLast: boolean;
  maintenances(device: RuledDevice): readonly MaintenanceRule[];
  /** Whether a position of this time is kept: not outside the device's calendar. */
  records(device: { readonly calendarId?: number }, atMs: number): boolean;
  /** Types of events that some notification names. */
  readonly notificationTypes: ReadonlySet<string>;
  /** Types of events that some alarm rule names. */
  readonly alarmTypes: ReadonlySet<string>;
}

const none: readonly never[] = Object.freeze([]);

export const noRules: Rules = Object.freeze({
  geofences: noGeofences,
  computed: () => none,
  computedAskLast: false,
  maintenances: () => none,
  records: () => true,
  notificationTypes: new Set<string>(),
  alarmTypes: new Set<string>(),
});
