import type { Language } from '@atalaia/phrases/languages';
import type { FirstKey } from '@atalaia/phrases/phrase-key';
import type { LoadPhrases } from '../../lib/texts/texts.ts';

/** The texts of one language, each in a file of its own that is fetched only when it is shown. */
export async function loadPhrases(language: Language): Promise<Readonly<Record<FirstKey, string>>> {
  if (language === 'en') return (await import('@atalaia/phrases/en-first')).enFirst;
  return (await import('@atalaia/phrases/pt-br-first')).ptBrFirst;
}

/** Those of lists, forms and settings: they come with these screens. */
export const loadManagementPhrases: LoadPhrases = async (language) => {
  if (language === 'en') return (await import('@atalaia/phrases/en-management')).enManagement;
  return (await import('@atalaia/phrases/pt-br-management')).ptBrManagement;
};
