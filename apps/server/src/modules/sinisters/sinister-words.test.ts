import { occurrenceCategorySchema } from '@atalaia/contract/sinisters/occurrence';
import { closingTypeSchema, openingTypeSchema } from '@atalaia/contract/sinisters/sinister';
import { closingTypes, occurrenceCategories, openingTypes } from '@atalaia/domain/catalog/sinister-kinds';
import { hasPhrase, type Language, languages, phrasesFor } from '@atalaia/phrases/phrases';
import { expect, test } from 'vitest';

/** Labels of these words in a language; undefined where there is none. */
function labelsOf(language: Language, area: string, words: readonly string[]) {
  const texts = phrasesFor(language);
  return words.map((word) => {
    const key = `${area}.${word}`;
    return hasPhrase(key) ? texts[key] : undefined;
  });
}

test.each([
  ['[SIN-08] opening types', 'openingType', openingTypes, openingTypeSchema.options, 5],
  ['[SIN-08] closing types', 'closingType', closingTypes, closingTypeSchema.options, 3],
  [
    '[SIN-10] occurrence categories',
    'occurrenceCategory',
    occurrenceCategories,
    occurrenceCategorySchema.options,
    11,
  ],
] as const)(
  '%s are the same in rules and contract, each with a label of its own in both languages',
  (_title, area, words, reported, count) => {
    expect(reported.toSorted()).toEqual(words.toSorted());
    expect(words).toHaveLength(count);
    for (const language of languages) {
      const labels = labelsOf(language, area, words);
      expect(labels).not.toContain(undefined);
      expect(labels.every((label) => label && label.trim() !== '')).toBe(true);
      expect(new Set(labels).size).toBe(count);
    }
    expect(labelsOf('en', area, words)).not.toEqual(labelsOf('pt-BR', area, words));
  },
);
