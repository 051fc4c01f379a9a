import type { Dependent, DependentEffect, Dependents } from '@atalaia/contract/dependents';
import type { TextKey } from '../../lib/texts/texts.ts';
import type { CellTexts } from '../resource.ts';
import classes from './dependents-list.module.css';
import { countText, namesText } from './dependents-text.ts';

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
  if (dependents.length === 0) return null;
  return (
    <div
      className={effect === 'restrict' ? classes.refused : classes.part}
      role={effect === 'restrict' ? 'alert' : undefined}
    >
      <p className={classes.title}>{labels.text(titles[effect])}</p>
      <ul className={classes.list}>
        {dependents.map((dependent) => (
          <li key={dependent.kind}>
            {countText(dependent, labels)}
            <Names dependent={dependent} labels={labels} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Names({ dependent, labels }: { readonly dependent: Dependent; readonly labels: CellTexts }) {
  const names = namesText(dependent, labels);
  return names && <span className={classes.names}>: {names}</span>;
}
