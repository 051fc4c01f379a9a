import { createContext, use } from 'react';
import { useStore } from '../store/use-store.ts';
import type { Texts, TextsState } from './texts.ts';

export const TextsContext = createContext<Texts | null>(null);

function useTextsStore(): Texts {
  const texts = use(TextsContext);
  if (!texts) throw new Error('useTexts needs a TextsContext above it');
  return texts;
}

/** The texts and the language shown, and how to choose another. */
export function useTexts(): TextsState & Pick<Texts, 'choose' | 'needMap' | 'askAgain' | 'failures'> {
  const texts = useTextsStore();
  const state = useStore(texts, (whole) => whole);
  const { choose, needMap, askAgain, failures } = texts;
  return { ...state, choose, needMap, askAgain, failures };
}

/** Waits for the texts of the map and its windows, where they are not there: the component needs a Suspense above it. */
export function useMapTexts(): void {
  const texts = useTextsStore();
  if (!texts.hasMap()) use(texts.awaitMap());
}

/** Waits for the texts of lists, forms and settings: the component needs a Suspense above it. */
export function useManagementTexts(): void {
  use(useTextsStore().awaitManagement());
}
