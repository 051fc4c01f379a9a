import { createStore, type ReadableStore } from '../../lib/store/store.ts';

/** What a person chose, and what is shown for it (UNIT-06). */
export const themeChoices = ['light', 'dark', 'system'] as const;

type ThemeChoice = (typeof themeChoices)[number];
type Theme = 'light' | 'dark';

/** Read by `public/first-paint.js` too, before the first paint. */
export const themeStorageKey = 'atalaia.theme';

/** A stored text as a choice; anything else follows the system. */
function themeChoiceFrom(stored: unknown): ThemeChoice {
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function themeShown(choice: ThemeChoice, systemIsDark: boolean): Theme {
  if (choice !== 'system') return choice;
  return systemIsDark ? 'dark' : 'light';
}

export interface ThemeState {
  readonly choice: ThemeChoice;
  readonly shown: Theme;
}

export interface ThemeStore extends ReadableStore<ThemeState> {
  choose(choice: ThemeChoice): void;
}

export interface ThemeParts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** `(prefers-color-scheme: dark)`. */
  readonly systemDark: Pick<MediaQueryList, 'matches' | 'addEventListener'>;
  /** Called at once and at every change, before any listener: keeps the document's attributes in step. */
  readonly apply: (theme: Theme) => void;
}

/** The theme in force: the person's choice, kept by the browser, or what the system says at the moment. */
export function createThemeStore({ storage, systemDark, apply }: ThemeParts): ThemeStore {
  const store = createStore(stateOf(themeChoiceFrom(storage.getItem(themeStorageKey))));
  apply(store.get().shown);
  systemDark.addEventListener('change', () => become(store.get().choice));

  function stateOf(choice: ThemeChoice): ThemeState {
    return { choice, shown: themeShown(choice, systemDark.matches) };
  }

  function become(choice: ThemeChoice): void {
    const next = stateOf(choice);
    const now = store.get();
    if (next.choice === now.choice && next.shown === now.shown) return;
    apply(next.shown);
    store.set(next);
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    choose(choice) {
      storage.setItem(themeStorageKey, choice);
      become(choice);
    },
  };
}
