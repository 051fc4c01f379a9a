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
  /** A text that is shown already is not shown twice. */
  show(kind: ToastKind, text: string, action?: ToastAction): void;
  dismiss(id: number): void;
}

export function createToasts(): Toasts {
  const shown = createStore<readonly Toast[]>([]);
  let lastId = 0;
  return {
    get: shown.get,
    subscribe: shown.subscribe,
    show(kind, text, action) {
      if (shown.get().some((toast) => toast.text === text)) return;
      lastId += 1;
      shown.set([...shown.get(), { id: lastId, kind, text, action }].slice(-mostAtOnce));
    },
    dismiss(id) {
      shown.set(shown.get().filter((toast) => toast.id !== id));
    },
  };
}

/** The page's own. */
export const toasts = createToasts();
