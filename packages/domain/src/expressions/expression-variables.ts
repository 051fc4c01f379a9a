/** What a computed attribute may refer to (see `computed-attribute.ts`). */
import { positionTimes } from '../attributes/position-attributes.ts';
import type { ExpressionValue } from './expression-operators.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** A position as an expression sees it: knots, metres, degrees; times in ms since 1970 UTC. */
export interface VariablePosition {
  readonly fields: Readonly<Partial<Record<PositionVariable, ExpressionValue>>>;
  readonly attributes: Attributes;
  /** What the server counted; goes before the attributes. */
  readonly counted?: Attributes;
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

/** What variables are read from. */
export interface Variables {
  readonly position: VariablePosition;
  /** The device's position before it. */
  readonly last: VariablePosition | undefined;
  readonly device?: VariableDevice | undefined;
}

/** The value of one variable; undefined for one that is missing. */
type ReadVariable = (from: Variables) => ExpressionValue | undefined;

/**
 * How a variable is read: a position's fields and attributes by their names, an attribute also as `attributes.x`, the
 * device's as `device.x`, and those of the device's position before it with `last` and a capital: `lastSpeed`,
 * `lastOdometer`. An attribute that is itself named so goes before.
 */
export function variableNamed(name: string): ReadVariable {
  if (name.startsWith('attributes.')) {
    const key = name.slice(11);
    return ({ position }) => attributeIn(position.attributes, key);
  }
  if (name.startsWith('device.')) {
    const key = name.slice(7) as keyof VariableDevice;
    return ({ device }) => device?.[key] ?? undefined;
  }
  const valueIn = valueNamed(name);
  if (fieldNames.has(name)) return ({ position }) => position.fields[name as PositionVariable];
  if (!name.startsWith('last'))
    return ({ position }) => (position.counted ? valueIn(position) : attributeIn(position.attributes, name));
  const before = valueNamed(name.charAt(4).toLowerCase() + name.slice(5));
  return ({ position, last }) => valueIn(position) ?? (last && before(last));
}

function valueNamed(name: string): (position: VariablePosition) => ExpressionValue | undefined {
  if (fieldNames.has(name)) return ({ fields }) => fields[name as PositionVariable];
  return ({ counted, attributes }) =>
    (counted && attributeIn(counted, name)) ?? attributeIn(attributes, name);
}

/** What every object has besides (`constructor`) is of no kind that counts. */
function attributeIn(attributes: Attributes, name: string): ExpressionValue | undefined {
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
