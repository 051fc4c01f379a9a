import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Pixels; it is never wider than the screen, and a wide one fills a phone's. */
  readonly width?: 400 | 560 | 860 | 1040;
  /** What within it takes Escape for itself while it is there, as a selector. */
  readonly innerEscape?: string;
  readonly children: ReactNode;
}

/** Up to this width a screen is a phone's. */
const phone = '(max-width: 640px)';

/** A window over everything else: it holds the focus until it is closed, and gives it back. */
export function Dialog({
  title,
  closeLabel,
  opened,
  onClose,
  width = 400,
  innerEscape,
  children,
}: DialogProps) {
  useFocusBack();
  useInnerEscape(innerEscape, onClose);
  const isPhone = useMediaQuery(phone);
  const fills = isPhone && width > 560;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={width}
      centered
      fullScreen={fills}
      // The page itself never scrolls; the lock would write a style that the content policy forbids.
      lockScroll={false}
      closeOnEscape={innerEscape === undefined}
      closeButtonProps={{ 'aria-label': closeLabel }}
      overlayProps={{ backgroundOpacity: 0.4 }}
      transitionProps={{ duration: 120 }}
      classNames={{
        inner: (isPhone || width > 560 ? classes.large : '') ?? '',
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        close: classes.close ?? '',
        body: classes.body ?? '',
      }}
    >
      {children}
    </Modal>
  );
}

/** The kit closes a window at once on Escape; one that holds views of its own closes when none of them is open. */
function useInnerEscape(inner: string | undefined, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (inner === undefined) return;
    let isTaken = false;
    const onFirst = ({ target }: KeyboardEvent) => {
      isTaken =
        document.querySelector(inner) !== null ||
        (target instanceof Element && target.getAttribute('aria-expanded') === 'true');
    };
    const onLast = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isTaken) close.current();
    };
    window.addEventListener('keydown', onFirst, true);
    window.addEventListener('keydown', onLast);
    return () => {
      window.removeEventListener('keydown', onFirst, true);
      window.removeEventListener('keydown', onLast);
    };
  }, [inner]);
}

/** Gives the focus back when a window goes together with what draws it; one that only closes does so by itself. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Once the window has left the page: until then it holds the focus.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && before instanceof HTMLElement) before.focus();
      });
    },
    [before],
  );
}

/** The buttons that end a window, one beside the other. */
export function DialogFoot({ children }: { readonly children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}
