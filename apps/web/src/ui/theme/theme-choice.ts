/** What a person chose, and what is shown for it (UNIT-06). */
export const themeChoices = ['light', 'dark', 'system'] as const;

export type ThemeChoice = (typeof themeChoices)[number];
export type Theme = 'light' | 'dark';

/** Read by `public/first-paint.js` too, before the first paint. */
export const themeStorageKey = 'atalaia.theme';

/** A stored text as a choice; anything else follows the system. */
export function themeChoiceFrom(stored: unknown): ThemeChoice {
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function themeShown(choice: ThemeChoice, systemIsDark: boolean): Theme {
  if (choice !== 'system') return choice;
  return systemIsDark ? 'dark' : 'light';
}
