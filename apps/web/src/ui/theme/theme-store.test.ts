import { expect, test } from 'vitest';
import { createMemoryStorage } from '../../lib/storage/browser-storage.ts';
import { createThemeStore, themeStorageKey } from './theme-store.ts';

function setUp(stored: string | null, dark: boolean) {
  const storage = createMemoryStorage();
  if (stored !== null) storage.setItem(themeStorageKey, stored);
  const system = Object.assign(new EventTarget(), { matches: dark });
  const applied: string[] = [];
  const theme = createThemeStore({
    storage,
    systemDark: system as unknown as MediaQueryList,
    apply: (shown) => applied.push(shown),
  });
  const turnSystem = (isDark: boolean) => {
    system.matches = isDark;
    system.dispatchEvent(new Event('change'));
  };
  return { theme, storage, applied, turnSystem };
}

test('[UNIT-06] without a choice the theme follows the system, also when it changes', () => {
  const { theme, applied, turnSystem } = setUp(null, true);
  expect(theme.get()).toEqual({ choice: 'system', shown: 'dark' });
  turnSystem(false);
  expect(theme.get()).toEqual({ choice: 'system', shown: 'light' });
  expect(applied).toEqual(['dark', 'light']);
});

test('[UNIT-06] a choice is shown, kept, and stands against the system', () => {
  const { theme, storage, turnSystem } = setUp(null, false);
  theme.choose('dark');
  turnSystem(true);
  turnSystem(false);
  expect(theme.get()).toEqual({ choice: 'dark', shown: 'dark' });
  expect(setUp(storage.getItem(themeStorageKey), false).theme.get().shown).toBe('dark');
});

test('[UNIT-06] the document is told before who draws', () => {
  const { theme, applied } = setUp('light', false);
  let atDrawing: string[] = [];
  theme.subscribe(() => {
    atDrawing = [...applied];
  });
  theme.choose('dark');
  expect(atDrawing).toEqual(['light', 'dark']);
});

test('a stored text that is no theme follows the system', () => {
  expect(setUp('purple', true).theme.get()).toEqual({ choice: 'system', shown: 'dark' });
});
