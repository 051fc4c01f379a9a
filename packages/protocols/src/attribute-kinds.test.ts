import { attributeValue } from '@atalaia/domain/attributes/attribute-value';
import { expect, test } from 'vitest';
import { outcomeOf, vectors } from './testing/vector-files.ts';

test('[UNIT-04] what the documents of each protocol tell is of its key’s own kind, and within its measure', () => {
  for (const vector of vectors) {
    for (const message of outcomeOf(vector, vector.pieces).messages) {
      const reported =
        message.kind === 'position'
          ? message.position.attributes
          : message.kind === 'heartbeat'
            ? message.attributes
            : {};
      const read = Object.fromEntries(
        Object.entries(reported).map(([key, value]) => [key, attributeValue(key, value)]),
      );
      expect([vector.title, read]).toEqual([vector.title, reported]);
    }
  }
});
