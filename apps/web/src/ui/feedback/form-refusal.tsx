import { mdiRefresh } from '@mdi/js';
import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import classes from './refusal.module.css';

interface FormRefusalProps {
  readonly reason: string;
  /** Where trying again may help. */
  readonly retryLabel: string | undefined;
  /** Absent in a form, which is sent again as it is filled in now. */
  readonly onRetry?: () => void;
}

/** Why what a form holds was not saved, and the way to try again. */
export function FormRefusal({ reason, retryLabel, onRetry }: FormRefusalProps) {
  return (
    <div role="alert" className={classes.form}>
      <span>{reason}</span>
      {retryLabel && (
        <Button type={onRetry ? 'button' : 'submit'} icon={mdiRefresh} {...(onRetry && { onClick: onRetry })}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}

/** Why what was requested was not done, where it was requested. */
export function Refusal({ children }: { readonly children: ReactNode }) {
  return (
    <div role="alert" className={classes.refusal}>
      {children}
    </div>
  );
}
