import { Loader } from '@mantine/core';
import classes from './spinner.module.css';

/** Something is on its way that has no shape yet. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <div className={classes.place} role="status" aria-label={label}>
      <Loader size="sm" color="var(--brand)" />
    </div>
  );
}
