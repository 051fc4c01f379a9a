import { Notifications, notifications } from '@mantine/notifications';
import classes from './toast.module.css';

/** How long a toast stays, ms (ERR-01). */
export const toastDurationMs = 5000;

export type ToastKind = 'info' | 'success' | 'failure';

/** Where toasts appear: the lower left corner. One for the whole page. */
export function Toaster() {
  return (
    <Notifications position="bottom-left" autoClose={toastDurationMs} transitionDuration={120} limit={4} />
  );
}

/** Says something that happened outside the person's eyes. The same text twice at once shows one toast. */
export function showToast(kind: ToastKind, text: string, closeLabel: string): void {
  notifications.show({
    id: text,
    message: text,
    classNames: { root: classes.toast ?? '', description: classes.text ?? '' },
    'data-kind': kind,
    closeButtonProps: { 'aria-label': closeLabel },
  });
}
