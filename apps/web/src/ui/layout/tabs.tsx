import { Tabs as MantineTabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { Badge } from './pill.tsx';
import classes from './tabs.module.css';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly value: string; readonly title: string; readonly count?: number }[];
  readonly shown: string;
  readonly onShow: (value: string) => void;
  /** Many tabs is in as many rows as they need. */
  readonly wraps?: boolean;
  /** Content at the end of the row of tabs. */
  readonly aside?: ReactNode;
  /** The shown tab's content. */
  readonly children: ReactNode;
}

export function Tabs({ label, tabs, shown, onShow, wraps = false, aside, children }: TabsProps) {
  return (
    <MantineTabs
      value={shown}
      onChange={(value) => value !== null && onShow(value)}
      classNames={{ root: classes.root ?? '', panel: classes.panel ?? '', tab: classes.tab ?? '' }}
    >
      <div className={classes.row}>
        <MantineTabs.List aria-label={label} className={classes.list ?? ''} data-wraps={wraps || undefined}>
          {tabs.map(({ value, title, count }) => (
            <MantineTabs.Tab key={value} value={value}>
              {title}
              {count !== undefined && <Badge count={count} />}
            </MantineTabs.Tab>
          ))}
        </MantineTabs.List>
        {aside}
      </div>
      <MantineTabs.Panel value={shown}>{children}</MantineTabs.Panel>
    </MantineTabs>
  );
}
