import { type KeyboardEvent, useEffect, useRef } from 'react';

/**
 * Enter takes the option that is marked, or none. Mantine takes the one at the place where the mark was set, which is
 * another as soon as the answer of a search changes the list, and forgets that place in the moment after the list opened.
 */
function takeMarked(event: KeyboardEvent<HTMLElement>): void {
  const list = event.target instanceof Element && event.target.getAttribute('aria-controls');
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !list) return;
  event.stopPropagation();
  const marked = document.getElementById(list)?.querySelector<HTMLElement>('[data-combobox-selected]');
  if (!marked) return;
  event.preventDefault();
  marked.click();
}

interface TypedMatch {
  /** What is offered answers what was typed. */
  readonly isSettled: boolean;
  /** Takes the first that is offered, if there is one. */
  readonly take: () => void;
}

/**
 * Enter takes the marked option, else the first that answers what was typed, as soon as that is there: a plate and Enter are
 * enough. Returns what the field does with its keys.
 */
export function useTakeMatch(match: TypedMatch | undefined): (event: KeyboardEvent<HTMLElement>) => void {
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current || !match?.isSettled) return;
    isWanted.current = false;
    match.take();
  });
  return (event) => {
    const field = event.target instanceof HTMLInputElement ? event.target : undefined;
    const list = document.getElementById(field?.getAttribute('aria-controls') ?? '');
    const isMarked = list?.querySelector('[data-combobox-selected]') != null;
    if (event.key !== 'Enter' || !match || isMarked || !field || event.nativeEvent.isComposing) {
      if (event.key !== 'Enter') isWanted.current = false;
      return takeMarked(event);
    }
    if (field.value.trim() === '') return;
    event.preventDefault();
    event.stopPropagation();
    if (match.isSettled) match.take();
    else isWanted.current = true;
  };
}

/** The kit hides what clears a choice from keyboard and screen reader; here both reach it. */
export function clearButton(name: string) {
  return { 'aria-label': name, 'aria-hidden': false, tabIndex: 0 } as const;
}
