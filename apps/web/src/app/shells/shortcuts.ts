import type { TextKey } from '../../lib/texts/texts.ts';

export interface Shortcut {
  readonly keys: readonly string[];
  readonly does: TextKey;
}

export interface ShortcutGroup {
  readonly title: TextKey;
  readonly shortcuts: readonly Shortcut[];
}

/** The keys of a shell, whatever has the focus but a field. */
export function shellShortcuts(hasSearch: boolean): readonly Shortcut[] {
  const search: readonly Shortcut[] = hasSearch ? [{ keys: ['/'], does: 'keys.search' }] : [];
  return [
    ...search,
    { keys: ['Tab'], does: 'keys.walk' },
    { keys: ['F8'], does: 'keys.save' },
    { keys: ['Esc'], does: 'keys.escape' },
    { keys: ['?'], does: 'keys.help' },
  ];
}
