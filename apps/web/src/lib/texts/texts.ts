/** The texts of the interface in the person's language; only that language's file is loaded. */
import { type Language, languageFrom, languages } from '@atalaia/phrases/languages';
import { fillText, type PhraseKey, type TextValues } from '@atalaia/phrases/phrase-key';
import { createStore, type ReadableStore } from '../store/store.ts';

/** A key, or the stem of one that has a form for one and a form for several. */
export type TextKey = PhraseKey | PluralStem<PhraseKey>;
type PluralStem<Key> = Key extends `${infer Stem}_other` ? Stem : never;

/** `values` fill `{{name}}`; `count` also chooses between one and several. */
export type Text = (key: TextKey, values?: TextValues) => string;

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
   * Resolves once the texts of the map and its windows are there, in whatever language is shown from then on. The same
   * promise each time, unless it failed.
   */
  needMap(): Promise<void>;
  /** Whether nobody need wait for them. */
  hasMap(): boolean;
  /**
   * What a screen waits for that speaks them. The same promise each time, though it failed: React asks anew whenever it
   * draws, and would never come to say so. Those that were fetched ahead and did not come are asked for once more.
   */
  awaitMap(): Promise<void>;
  /** The same of lists, forms and settings. */
  awaitManagement(): Promise<void>;
  /** Somebody wants to try again: what did not come is asked for by the screen that is drawn next. */
  askAgain(): void;
  /** Why they did not come, each time, of the map and of the rest: what a screen that waited for them failed with. */
  failures(): readonly unknown[];
}

export interface TextsParts {
  readonly language: Language;
  /** Whether the texts of the map come with the first ones, where they come at all: what is shown first speaks them. */
  readonly withMap?: boolean;
  /** Whether keys are named beside what they do; not where there is no keyboard. */
  readonly namesKeys?: boolean;
  /** What everybody needs, signed in or not. */
  readonly load: LoadPhrases;
  readonly loadMap: LoadPhrases;
  readonly loadManagement: LoadPhrases;
  /** Called with the first language and with every change: sets the document's `lang`. */
  readonly apply: (language: Language) => void;
  /** Called with what a person chose. */
  readonly keep: (language: Language) => void;
}

/** As in "Salvar [F8]", "Voltar [ESC]" and "Remover [ctrl+r]". */
const keyHint = / \[(?:F\d{1,2}|esc|(?:ctrl|alt|shift)\+\w)\]/gi;

/** Resolves once the first texts are there. */
export async function createTexts({
  language: first,
  load,
  loadMap,
  loadManagement,
  apply,
  keep,
  withMap = false,
  namesKeys = true,
}: TextsParts): Promise<Texts> {
  const phrases = new Map<Language, Map<string, string>>();
  let failures: readonly unknown[] = [];
  const store = createStore(stateOf(first));
  const map = createLaterTexts(loadMap, () => store.set(stateOf(store.get().language)));
  const management = createLaterTexts(loadManagement);
  // where they do not come the screen that is shown asks for them again
  const mapToo = withMap ? map.need().catch(() => undefined) : undefined;
  await Promise.all([addTexts(first, load), mapToo]);
  apply(first);

  /** Texts that come when a screen needs them; `onThere` for what is shown already, such as the tab's title. */
  function createLaterTexts(loadFrom: LoadPhrases, onThere?: () => void) {
    /** Languages in which they are there. */
    const there = new Set<Language>();
    let needed: Promise<void> | undefined;
    let awaited: Promise<void> | undefined;
    async function add(language: Language): Promise<void> {
      if (there.has(language)) return;
      await addTexts(language, loadFrom);
      there.add(language);
    }
    function need(): Promise<void> {
      needed ??= add(store.get().language).then(onThere, (error: unknown) => {
        needed = undefined;
        failures = [...failures, error];
        throw error;
      });
      return needed;
    }
    return {
      has: (language: Language) => there.has(language),
      async follow(language: Language) {
        if (needed) await add(language);
      },
      need,
      forScreen() {
        awaited ??= needed?.catch(need) ?? need();
        return awaited;
      },
      askAgain() {
        // what is there, or on its way, goes on
        if (!needed) awaited = undefined;
      },
    };
  }

  async function addTexts(language: Language, loadFrom: LoadPhrases): Promise<void> {
    const loaded = Object.entries(await loadFrom(language));
    const added = namesKeys
      ? loaded
      : loaded.map(([key, text]) => [key, text.replaceAll(keyHint, '')] as const);
    phrases.set(language, new Map([...(phrases.get(language) ?? []), ...added]));
  }

  function stateOf(language: Language): TextsState {
    const plurals = new Intl.PluralRules(language);
    const find = (key: string) => phrases.get(language)?.get(key);
    /** A key without a text is shown as it is: so one sees which. */
    function text(key: string, values: TextValues = {}): string {
      const form = plurals.select(Number(values.count ?? 0)) === 'one' ? 'one' : 'other';
      const counted = values.count === undefined ? undefined : find(`${key}_${form}`);
      return fillText(counted ?? find(key) ?? key, values);
    }
    return { language, text, textOr: (key, otherwise) => find(key) ?? otherwise };
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    async choose(language) {
      if (!phrases.has(language)) await addTexts(language, load);
      await Promise.all([map.follow(language), management.follow(language)]);
      keep(language);
      apply(language);
      store.set(stateOf(language));
    },
    needMap: map.need,
    hasMap: () => map.has(store.get().language),
    awaitMap: map.forScreen,
    awaitManagement: management.forScreen,
    askAgain() {
      map.askAgain();
      management.askAgain();
    },
    failures: () => failures,
  };
}

export const languageStorageKey = 'atalaia.language';

/** The language of the interface: the one chosen on this browser, else the browser's own (AUTH-12). */
export function chosenLanguage(stored: string | null, browserLanguage: string | undefined): Language {
  return languages.find((language) => language === stored) ?? languageFrom(browserLanguage);
}
