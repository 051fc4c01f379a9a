import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Kinds of `<input>` that hold no text: keys mean nothing of their own there. */
const withoutText = new Set(['button', 'checkbox', 'color', 'file', 'radio', 'range', 'reset', 'submit']);

/** Whether keys that are typed there write a text. */
function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !withoutText.has(target.type) && !target.readOnly;
  if (target instanceof HTMLTextAreaElement) return !target.readOnly;
  return target instanceof HTMLSelectElement || (target instanceof HTMLElement && target.isContentEditable);
}

export interface KeyBinding {
  /** As `KeyboardEvent.key` names it. */
  readonly key: string;
  readonly ctrl?: boolean;
  /** Also while a text field has the focus. */
  readonly inFields?: boolean;
  /** Somebody else has it for now. */
  readonly unless?: () => boolean;
  readonly act: () => void;
}

/**
 * Keys of a part of the page, wherever its focus is: what the browser does by itself on them is stopped, and only when
 * they act. A window over the part keeps its own keys, and an open list of a field its Escape. They act from the moment
 * that the part is visible: an effect after the paint would miss the first key of a fast user.
 */
export function useKeys(part: RefObject<HTMLElement | null>, bindings: readonly KeyBinding[]): void {
  const current = useRef(bindings);
  useLayoutEffect(() => {
    current.current = bindings;
  });
  useLayoutEffect(() => {
    let isListOpen = false;
    let uppermost: Element | undefined;
    // Before anything over the part is notified of it: a list that this very Escape closes was open, and so was a window,
    // which the browser takes from the page before the key arrives below.
    const onFirst = ({ target }: KeyboardEvent) => {
      isListOpen = target instanceof Element && target.getAttribute('aria-expanded') === 'true';
      uppermost =
        target === document.body
          ? [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1)
          : undefined;
    };
    const onLast = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const pressed = current.current.find((binding) => matches(binding, event));
      if (!pressed || pressed.unless?.() || isElsewhere(part.current, event.target, uppermost)) return;
      if (event.key === 'Escape' && (isListOpen || isSearching(event.target))) return;
      event.preventDefault();
      pressed.act();
    };
    window.addEventListener('keydown', onFirst, true);
    window.addEventListener('keydown', onLast);
    return () => {
      window.removeEventListener('keydown', onFirst, true);
      window.removeEventListener('keydown', onLast);
    };
  }, [part]);
}

function matches({ key, ctrl = false, inFields = false }: KeyBinding, event: KeyboardEvent): boolean {
  const isKey = event.key === key || event.key.toLowerCase() === key;
  if (!isKey || event.ctrlKey !== ctrl || event.altKey || event.metaKey || event.shiftKey) return false;
  return inFields || !isTextField(event.target);
}

/** In a window over the part, or the part itself is hidden. `uppermost`: the window over all others, where nothing has the focus. */
function isElsewhere(part: HTMLElement | null, target: EventTarget | null, uppermost?: Element): boolean {
  if (!part?.checkVisibility()) return true;
  const isSomewhere = target instanceof Element && target !== document.body;
  // what had the focus is gone: the keys are those of the uppermost window
  const over = isSomewhere ? target.closest('[role="dialog"]') : uppermost;
  return over ? !over.contains(part) : false;
}

/** Escape empties a search first. */
function isSearching(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';
}
