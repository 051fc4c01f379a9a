import { Popover as MantinePopover } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './popover.module.css';

interface PopoverProps {
  /** The button that opens it. */
  readonly target: ReactNode;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  /** Its name, for anybody who cannot see it. */
  readonly label: string;
  readonly position?: 'left-start' | 'bottom-end';
  readonly children: ReactNode;
}

/** Something more beside a button; Escape and a click elsewhere close it. */
export function Popover({
  target,
  opened,
  onChange,
  label,
  position = 'bottom-end',
  children,
}: PopoverProps) {
  return (
    <MantinePopover
      opened={opened}
      onChange={onChange}
      position={position}
      width="min(340px, calc(100vw - 16px))"
      offset={8}
      // On a phone there is no room beside the button: it moves over it rather than off the screen.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      trapFocus
      returnFocus
      transitionProps={{ duration: 100 }}
      classNames={{ dropdown: classes.dropdown ?? '' }}
    >
      <MantinePopover.Target>{target}</MantinePopover.Target>
      <MantinePopover.Dropdown aria-label={label}>{children}</MantinePopover.Dropdown>
    </MantinePopover>
  );
}
