import { Menu as MantineMenu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import classes from './menu.module.css';

interface MenuProps {
  /** The button that opens it. */
  readonly target: ReactNode;
  readonly children: ReactNode;
  /** Beside its button, where there is room. */
  readonly position?: 'bottom-end' | 'bottom-start' | 'right-start' | undefined;
  readonly onOpen?: () => void;
}

export function Menu({ target, children, position = 'bottom-end', onOpen }: MenuProps) {
  return (
    <MantineMenu
      position={position}
      width={240}
      offset={6}
      // Its empty focus keeper is no child a menu may have.
      withInitialFocusPlaceholder={false}
      {...(onOpen && { onOpen })}
      // it is there at once and gone at once: each picture on the way would keep what is chosen from the screen
      transitionProps={{ duration: 0 }}
      classNames={{
        dropdown: classes.dropdown ?? '',
        item: classes.item ?? '',
        label: classes.label ?? '',
        divider: classes.divider ?? '',
      }}
    >
      <MantineMenu.Target>{target}</MantineMenu.Target>
      <MantineMenu.Dropdown>{children}</MantineMenu.Dropdown>
    </MantineMenu>
  );
}

interface MenuItemProps {
  readonly icon: string;
  readonly children: ReactNode;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

export function MenuItem({ icon, children, disabled = false, onClick }: MenuItemProps) {
  return (
    <MantineMenu.Item leftSection={<Icon path={icon} size={18} />} disabled={disabled} onClick={onClick}>
      {children}
    </MantineMenu.Item>
  );
}

interface MenuChoiceProps<Value extends string> {
  readonly title: string;
  readonly choices: readonly { readonly value: Value; readonly name: string }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** One of a few inside a menu, the chosen one marked. */
export function MenuChoice<Value extends string>({
  title,
  choices,
  chosen,
  onChoose,
}: MenuChoiceProps<Value>) {
  return (
    <>
      <MantineMenu.Label>{title}</MantineMenu.Label>
      <MantineMenu.RadioGroup value={chosen} onChange={(value) => onChoose(value as Value)}>
        {choices.map(({ value, name }) => (
          <MantineMenu.RadioItem key={value} value={value} closeMenuOnClick>
            {name}
          </MantineMenu.RadioItem>
        ))}
      </MantineMenu.RadioGroup>
      <MantineMenu.Divider />
    </>
  );
}
