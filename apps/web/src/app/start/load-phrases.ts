import type { Language } from '@atalaia/phrases/languages';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';

/** The texts of one language, each in a file of its own that is fetched only when it is shown. */
export async function loadPhrases(language: Language): Promise<Readonly<Record<PhraseKey, string>>> {
  if (language === 'en') return (await import('@atalaia/phrases/en')).en;
  return (await import('@atalaia/phrases/pt-br')).ptBr;
}
