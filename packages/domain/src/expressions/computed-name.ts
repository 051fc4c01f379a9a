import { attributeMeaning } from '../attributes/position-attributes.ts';
import type { ComputedType } from './computed-attribute.ts';
import { positionVariables } from './expression-variables.ts';

/** Its `type` is the one field that a tracker reports as an attribute. */
const ownFields: ReadonlySet<string> = new Set([
  ...positionVariables.filter((name) => name !== 'type'),
  'id',
  'address',
  'network',
  'geofenceIds',
  'attributes',
]);

/** What the server counts or notes of every position itself, over whatever was reported. */
const counted: ReadonlySet<string> = new Set(['distance', 'totalDistance', 'hours', 'approximate', 'raw']);

const objectParts: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor']);

/**
 * Why no computed attribute of this type may have this name, in English; undefined when it may. A key of the catalogue
 * holds its own kind of value, and what the position or the server has already would be there twice.
 */
export function computedNameFault(name: string, type: ComputedType): string | undefined {
  if (ownFields.has(name)) return 'is a field of the position itself and cannot be computed';
  if (counted.has(name)) return 'is counted by the server itself and cannot be computed';
  if (objectParts.has(name)) return 'is a reserved word';
  const expected = attributeMeaning(name)?.valueType;
  return expected === undefined || expected === type
    ? undefined
    : `is always a ${expected}, and the type says ${type}`;
}
