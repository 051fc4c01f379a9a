import { expect, test } from 'vitest';
import { shortDescription } from './occurrences/timeline.tsx';

test('[SIN-02] the timeline shows 20 characters of a description, and of a longer one says that it goes on', () => {
  expect(shortDescription('Vinte letras ao todo')).toEqual({ shown: 'Vinte letras ao todo', isCut: false });
  expect(shortDescription('Vinte letras ao todo!')).toEqual({ shown: 'Vinte letras ao todo…', isCut: true });
});

test('[SIN-02] nothing is cut in the middle of a letter or a picture', () => {
  const family = '👨‍👩‍👧';
  expect(shortDescription(`${family.repeat(21)}`).shown).toBe(`${family.repeat(20)}…`);
  expect(shortDescription(`${'e\u0301'.repeat(20)}`).isCut).toBe(false);
});
