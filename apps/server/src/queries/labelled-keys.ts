/** What a person types to search, against words of the vocabularies of the contract, which he reads as their labels (LIST-02). */
import { foldText } from '@atalaia/domain/units/search-text';
import { languages } from '@atalaia/phrases/languages';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { hasPhrase, phrasesFor } from '@atalaia/phrases/phrases';
import { type RawBuilder, sql } from 'kysely';

/** The text that says each word of a vocabulary, in whatever language. */
export type Labels = Readonly<Record<string, PhraseKey>>;

/** Columns whose words are read as labels. */
export interface LabelledFields {
  /** The words of a row, as `text[]`. */
  readonly words: RawBuilder<unknown>;
  readonly labels: Labels;
}

const phrases = languages.map(phrasesFor);
const phraseKeys = Object.keys(phrasesFor('pt-BR')).filter(hasPhrase);

/** The labels of a whole vocabulary, whose texts are called `area.word`. */
export function labelsUnder(area: string): Labels {
  const beginning = `${area}.`;
  const ofArea = phraseKeys.filter((key) => key.startsWith(beginning));
  return Object.fromEntries(ofArea.map((key) => [key.slice(beginning.length), key]));
}

/** The words whose label holds the keyword in one of the languages, accents and case ignored. None for blanks. */
export function labelledKeys(keyword: string | undefined, labels: Labels): readonly string[] {
  const sought = foldText((keyword ?? '').trim());
  if (sought === '') return [];
  return Object.entries(labels).flatMap(([word, key]) =>
    phrases.some((texts) => foldText(texts[key]).includes(sought)) ? [word] : [],
  );
}

/** Whether a row holds a word that the keyword is read in; absent where no word is. */
export function readsAs(
  keyword: string | undefined,
  { words, labels }: LabelledFields,
): RawBuilder<unknown> | undefined {
  const keys = labelledKeys(keyword, labels);
  return keys.length ? sql`${words} && ${keys}::text[]` : undefined;
}
