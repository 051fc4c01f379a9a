import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import badgeClasses from './badge.module.css';
import classes from './pill.module.css';

/** Names of the colours in `tones.css`: of a device's state, of a sinister's age, and the brand. */
export type Tone =
  | ('online' | 'ignition' | 'unknown' | 'alarm' | 'offline' | 'brand')
  | ('upTo24Hours' | 'upTo48Hours' | 'upTo72Hours' | 'over72Hours' | 'draft');

interface PillProps {
  readonly tone: Tone;
  readonly icon?: string;
  readonly children: ReactNode;
}

/** A state in one or two words. */
export function Pill({ tone, icon, children }: PillProps) {
  return (
    <span className={classes.pill} data-tone={tone}>
      {icon && <Icon path={icon} size={13} />}
      {children}
    </span>
  );
}

interface BadgeProps {
  readonly count: number;
  /** More than this is shown as "99+", where there is no room for every number. */
  readonly most?: number;
}

/** A count beside a title. */
export function Badge({ count, most = Number.POSITIVE_INFINITY }: BadgeProps) {
  return <span className={badgeClasses.badge}>{count > most ? `${most}+` : count}</span>;
}
