import { attributeValue } from '@atalaia/domain/attributes/attribute-value';
import { isPlausible } from '@atalaia/domain/attributes/plausibility';
import { expect, test } from 'vitest';
import type { DecodedPosition } from './decoded-position.ts';
import type { TrackerMessage } from './protocol.ts';
import { outcomeOf, vectors } from './testing/vector-files.ts';

function attributesOf(message: TrackerMessage): DecodedPosition['attributes'] {
  if (message.kind === 'position') return message.position.attributes;
  return message.kind === 'heartbeat' ? message.attributes : {};
}

test('[UNIT-04] what the documents of each protocol tell is of its key’s own kind, and within its measure', () => {
  for (const vector of vectors) {
    for (const message of outcomeOf(vector, vector.pieces).messages) {
      const reported = attributesOf(message);
      const read = Object.fromEntries(
        Object.entries(reported).map(([key, value]) => [key, attributeValue(key, value)]),
      );
      expect([vector.title, read]).toEqual([vector.title, reported]);
    }
  }
});

test('[ING-05] voltages, temperatures and levels are in the units in which a vehicle can have them', () => {
  const implausible = vectors.flatMap((vector) =>
    outcomeOf(vector, vector.pieces).messages.flatMap((message) =>
      Object.entries(attributesOf(message))
        .filter(([key, value]) => !isPlausible(key, value))
        .map(([key, value]) => `${vector.title}: ${key} ${value}`),
    ),
  );
  expect(implausible).toEqual([]);
});
