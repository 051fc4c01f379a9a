import type { ReactNode } from 'react';
import classes from './sinister-facts.module.css';

/** A name and its value, or nothing to say of it. */
export type TitledFact = readonly [name: string, value: ReactNode];

/** Names with their values; those without one are left out. */
export function TitledFacts({ facts }: { readonly facts: readonly TitledFact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className={classes.row}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
