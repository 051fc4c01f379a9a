/** What happened outside the person's eyes, shown for a moment in the lower left corner. */
import { createStore, type ReadableStore } from '../../lib/store/store.ts';

/** How long a toast stays unless it is looked at, ms (ERR-01). */
export const toastDurationMs = 5000;

/** Older ones give way. */
const mostAtOnce = 4;

export type ToastKind = 'info' | 'success' | 'failure';

/** What can be done about it. */
interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly action?: ToastAction | undefined;
}

export interface Toasts extends ReadableStore<readonly Toast[]> {
  /**
   * A text that is shown already is not shown twice. What is said in one turn is said of one act, and is one toast: a
   * failure in its last words, which name the act; a part that failed beside the part that went well. News of others,
   * which bring an action or are `info` alone, stay apart.
   */
  show(kind: ToastKind, text: string, action?: ToastAction): void;
  dismiss(id: number): void;
}

/** A text as a sentence that another one follows. */
const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** `atEndOfTurn` runs its work once whatever was begun by the same act has spoken. */
export function createToasts(atEndOfTurn: (work: () => void) => void = (work) => setTimeout(work)): Toasts {
  const shown = createStore<readonly Toast[]>([]);
  let lastId = 0;
  let ofThisTurn: number | undefined;

  const joined = (before: Toast, kind: ToastKind, text: string): Toast => ({
    ...before,
    kind: kind === 'failure' ? kind : before.kind,
    text: kind === 'failure' && before.kind === 'failure' ? text : `${sentence(before.text)} ${text}`,
  });
  return {
    get: shown.get,
    subscribe: shown.subscribe,
    show(kind, text, action) {
      if (shown.get().some((toast) => toast.text === text)) return;
      const before = shown.get().at(-1);
      const isNews = action !== undefined || (kind === 'info' && before?.kind === 'info');
      if (before && before.id === ofThisTurn && !before.action && !isNews) {
        shown.set([...shown.get().slice(0, -1), joined(before, kind, text)]);
        return;
      }
      lastId += 1;
      ofThisTurn = lastId;
      atEndOfTurn(() => {
        ofThisTurn = undefined;
      });
      shown.set([...shown.get(), { id: lastId, kind, text, action }].slice(-mostAtOnce));
    },
    dismiss(id) {
      shown.set(shown.get().filter((toast) => toast.id !== id));
    },
  };
}

/** The page's own. */
export const toasts = createToasts();
