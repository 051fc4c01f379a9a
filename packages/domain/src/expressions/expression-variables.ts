/** What a computed attribute may refer to (see `computed-attribute.ts`). */
import { positionTimes } from '../attributes/position-attributes.ts';
import type { ReadVariable } from './computed-attribute.ts';
import type { ExpressionValue } from './expression-operators.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** A position as an expression sees it: knots, metres, degrees; times in ms since 1970 UTC. */
export interface VariablePosition {
  readonly fields: Readonly<Partial<Record<PositionVariable, ExpressionValue>>>;
  readonly attributes: Attributes;
}

/** A position's own fields, which go before attributes of the same name. */
export const positionVariables = Object.freeze([
  'deviceId',
  'protocol',
  'type',
  'serverTime',
  'deviceTime',
  'fixTime',
  'outdated',
  'valid',
  'latitude',
  'longitude',
  'altitude',
  'speed',
  'course',
  'accuracy',
] as const);

export type PositionVariable = (typeof positionVariables)[number];

const fieldNames: ReadonlySet<string> = new Set(positionVariables);

/** Of the device what an expression may speak of, as `device.name`. */
export interface VariableDevice {
  readonly id: number;
  readonly name: string;
  readonly uniqueId: string;
  readonly category: string | null;
  readonly groupId?: number | undefined;
}

/**
 * The variables of a position: its fields and attributes by their names, an attribute also as `attributes.x`, the
 * device's as `device.x`, and those of the device's position before it with `last` and a capital: `lastSpeed`,
 * `lastOdometer`. An attribute that is itself named so goes before.
 */
export function variablesOf(
  position: VariablePosition,
  last: VariablePosition | undefined,
  device?: VariableDevice,
): ReadVariable {
  return (name) => {
    if (name.startsWith('attributes.')) return attributeIn(position.attributes, name.slice(11));
    if (name.startsWith('device.')) return device?.[name.slice(7) as keyof VariableDevice] ?? undefined;
    const own = valueIn(position, name);
    if (own !== undefined || last === undefined || !name.startsWith('last')) return own;
    return valueIn(last, name.charAt(4).toLowerCase() + name.slice(5));
  };
}

function valueIn({ fields, attributes }: VariablePosition, name: string): ExpressionValue | undefined {
  if (fieldNames.has(name)) return fields[name as PositionVariable];
  return attributeIn(attributes, name);
}

function attributeIn(attributes: Attributes, name: string): ExpressionValue | undefined {
  if (!Object.hasOwn(attributes, name)) return undefined;
  const value = attributes[name];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}

/** A position as the API returns it, its times ISO 8601. */
export interface ReportedPosition extends Partial<Record<PositionVariable, unknown>> {
  readonly attributes: Attributes;
}

/** The variables of a position as the API returns it. */
export function variablePosition(position: ReportedPosition): VariablePosition {
  const fields: Partial<Record<PositionVariable, ExpressionValue>> = {};
  for (const name of positionVariables) {
    const value = position[name];
    if (positionTimes.has(name) && typeof value === 'string') fields[name] = Date.parse(value);
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      fields[name] = value;
  }
  return { fields, attributes: position.attributes };
}
