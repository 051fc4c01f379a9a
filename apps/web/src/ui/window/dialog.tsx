import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Pixels; it is never wider than the screen. */
  readonly width?: 400 | 560 | 860;
  readonly children: ReactNode;
}

/** A window over everything else: it holds the focus until it is closed, and gives it back. */
export function Dialog({ title, closeLabel, opened, onClose, width = 400, children }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={width}
      centered
      closeButtonProps={{ 'aria-label': closeLabel }}
      overlayProps={{ backgroundOpacity: 0.4 }}
      transitionProps={{ duration: 120 }}
      classNames={{
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
