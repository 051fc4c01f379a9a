import { Drawer as MantineDrawer } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';

interface DrawerProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A menu that comes in from the side of a narrow screen. */
export function Drawer({ title, closeLabel, opened, onClose, children }: DrawerProps) {
  return (
    <MantineDrawer
      opened={opened}
      onClose={onClose}
      title={title}
      size={280}
      // The page itself never scrolls; the lock would write a style that the content policy forbids.
      lockScroll={false}
      // An entry may open a window that takes the focus; otherwise the opener gets it back.
      returnFocus={false}
      closeButtonProps={{ 'aria-label': closeLabel }}
      overlayProps={{ backgroundOpacity: 0.4 }}
      transitionProps={{ duration: 120 }}
      classNames={{
        content: classes.sheet ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        close: classes.close ?? '',
        body: classes.body ?? '',
      }}
    >
      {children}
    </MantineDrawer>
  );
}
