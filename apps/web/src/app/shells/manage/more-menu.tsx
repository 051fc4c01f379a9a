import type { ComponentProps, ReactNode } from 'react';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Menu, MenuItem } from '../../../ui/layout/menu.tsx';

interface MoreMenuProps<Opens extends string> {
  readonly entries: readonly {
    readonly opens: Opens;
    readonly title: TextKey;
    readonly icon: string;
    readonly count?: number;
  }[];
  readonly onOpen: (opens: Opens) => void;
  readonly position?: ComponentProps<typeof Menu>['position'];
  /** The button that opens it. */
  readonly target: ReactNode;
}

/** The views beyond the source's menu, behind one entry: a menu of them all would be taller than the screen. */
export function MoreMenu<Opens extends string>({ entries, onOpen, position, target }: MoreMenuProps<Opens>) {
  const { text } = useTexts();
  if (entries.length === 0) return null;
  return (
    <Menu target={target} position={position}>
      {entries.map(({ opens, title, icon, count = 0 }) => (
        <MenuItem key={opens} icon={icon} onClick={() => onOpen(opens)}>
          {text(title)}
          {count > 0 && ` (${count > 99 ? '99+' : count})`}
        </MenuItem>
      ))}
    </Menu>
  );
}
