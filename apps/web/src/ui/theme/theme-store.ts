import { createStore, type ReadableStore } from '../../lib/store/store.ts';
/** The brand's colour: one token (`--brand`), from which the fills, tints and texts of the interface follow. */

/** `#rrggbb`, the only form a brand may have: it goes into a style property as it is. */
export function isBrandColour(text: unknown): text is string {
  return typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text);
}

/** Gives the document its brand; anything but `#rrggbb` gives the default one back. */
export function applyBrand(root: HTMLElement, colour: unknown): void {
  if (isBrandColour(colour)) root.style.setProperty('--brand', colour);
  else root.style.removeProperty('--brand');
}

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
