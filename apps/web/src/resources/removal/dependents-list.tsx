import type { Dependent, DependentEffect, Dependents } from '@atalaia/contract/dependents';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useNounTexts } from '../noun-texts.ts';
import type { CellTexts } from '../resource.ts';
import classes from './dependents-list.module.css';

interface DependentsListProps {
  readonly found: Dependents;
  readonly labels: CellTexts;
}

type Listed = Exclude<DependentEffect, 'choose'>;

const titles: Readonly<Record<Listed, TextKey>> = {
  restrict: 'removal.restrict',
  delete: 'removal.delete',
  detach: 'removal.detach',
};

/** What keeps a thing from being removed, goes with it, or stays without it. */
export function DependentsList({ found, labels }: DependentsListProps) {
  const listed: readonly Listed[] = ['restrict', 'delete', 'detach'];
  return (
    <>
      {found.hidden && (
        <p className={classes.refused} role="alert">
          {labels.text('removal.hidden')}
        </p>
      )}
      {listed.map((effect) => (
        <EffectList
          key={effect}
          effect={effect}
          dependents={found.dependents.filter((one) => one.effect === effect)}
          labels={labels}
        />
      ))}
    </>
  );
}

function EffectList({
  effect,
  dependents,
  labels,
}: {
  readonly effect: Listed;
  readonly dependents: readonly Dependent[];
  readonly labels: CellTexts;
}) {
  const { countOf, namesOf } = useNounTexts();
  if (dependents.length === 0) return null;
  return (
    <div
      className={effect === 'restrict' ? classes.refused : classes.part}
      role={effect === 'restrict' ? 'alert' : undefined}
    >
      <p className={classes.title}>{labels.text(titles[effect])}</p>
      <ul className={classes.list}>
        {dependents.map((dependent) => {
          const names = namesOf(dependent, labels);
          return (
            <li key={dependent.kind}>
              {countOf(dependent, labels)}
              {names && <span className={classes.names}>: {names}</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
