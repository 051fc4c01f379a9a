/** The texts of the interface in the person's language; only that language's file is loaded. */
import type { Language } from '@atalaia/phrases/languages';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { createInstance } from 'i18next';
import { createStore, type ReadableStore } from '../store/store.ts';

/** A key, or the stem of one that has a form for one and a form for several. */
export type TextKey = PhraseKey | PluralStem<PhraseKey>;
type PluralStem<Key> = Key extends `${infer Stem}_other` ? Stem : never;

/** `values` fill `{{name}}`; `count` also chooses between one and several. */
export type Text = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

export interface TextsState {
  readonly language: Language;
  readonly text: Text;
  /** For keys made from data, an event type of tomorrow's server: the text, or `otherwise`. */
  readonly textOr: (key: string, otherwise: string) => string;
}

export type LoadPhrases = (language: Language) => Promise<Readonly<Record<string, string>>>;

export interface Texts extends ReadableStore<TextsState> {
  /** Loads the language's texts and shows them. */
  choose(language: Language): Promise<void>;
  /**
   * Resolves once the texts of lists, forms and settings are there, in whatever language is shown from then on. The same
   * promise each time, unless it failed.
   */
  needManagement(): Promise<void>;
}

export interface TextsParts {
  readonly language: Language;
  /** What everybody needs. */
  readonly load: LoadPhrases;
  readonly loadManagement: LoadPhrases;
  /** Told of the first language and of every change: the document's `lang`. */
  readonly apply: (language: Language) => void;
  /** Told of what a person chose. */
  readonly keep: (language: Language) => void;
}

/** Resolves once the first language is there. */
export async function createTexts({
  language: first,
  load,
  loadManagement,
  apply,
  keep,
}: TextsParts): Promise<Texts> {
  const i18n = createInstance();
  await i18n.init({
    lng: first,
    fallbackLng: false,
    resources: { [first]: { translation: await load(first) } },
    keySeparator: false,
    nsSeparator: false,
    // React escapes what it shows.
    interpolation: { escapeValue: false },
  });
  const store = createStore(stateOf(first));
  /** Languages whose management is there. */
  const managed = new Set<Language>();
  let management: Promise<void> | undefined;
  apply(first);

  async function addManagement(language: Language): Promise<void> {
    if (managed.has(language)) return;
    i18n.addResourceBundle(language, 'translation', await loadManagement(language), false, true);
    managed.add(language);
  }

  function stateOf(language: Language): TextsState {
    const translate = i18n.getFixedT(language);
    return {
      language,
      text: (key, values) => translate(key, values ?? {}),
      textOr: (key, otherwise) => (i18n.exists(key, { lng: language }) ? translate(key) : otherwise),
    };
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    async choose(language) {
      if (!i18n.hasResourceBundle(language, 'translation')) {
        i18n.addResourceBundle(language, 'translation', await load(language));
      }
      if (management) await addManagement(language);
      keep(language);
      apply(language);
      store.set(stateOf(language));
    },
    needManagement() {
      management ??= addManagement(store.get().language).catch((error: unknown) => {
        management = undefined;
        throw error;
      });
      return management;
    },
  };
}
