import type { ReactNode } from 'react';
import classes from './fact-list.module.css';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** Names with their values, one below the other. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes.list}>
      {facts.map(({ name, value }) => (
        <div key={name} className={classes.fact}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.value} dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
