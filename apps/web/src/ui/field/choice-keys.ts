import type { KeyboardEvent } from 'react';

/**
 * Enter takes the option that is marked, or none. Mantine takes the one at the place where the mark was set, which is
 * another as soon as the answer of a search changes the list.
 */
export function takeMarked(event: KeyboardEvent<HTMLElement>): void {
  const list = event.target instanceof Element && event.target.getAttribute('aria-controls');
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !list) return;
  event.stopPropagation();
  const marked = document.getElementById(list)?.querySelector<HTMLElement>('[data-combobox-selected]');
  if (!marked) return;
  event.preventDefault();
  marked.click();
}

/** The kit hides what clears a choice from keyboard and screen reader; here both reach it. */
export function clearButton(name: string) {
  return { 'aria-label': name, 'aria-hidden': false, tabIndex: 0 } as const;
}
