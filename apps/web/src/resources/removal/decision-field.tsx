import type { Dependent, DependentChoice } from '@atalaia/contract/dependents';
import { ChoiceList } from '../../ui/field/choice-list.tsx';
import { ReferenceField } from '../form/reference-field.tsx';
import { useNounTexts } from '../noun-texts.ts';
import type { CellTexts, Resource } from '../resource.ts';
import type { Decision } from './decisions.ts';
import classes from './dependents-list.module.css';

interface DecisionFieldProps {
  readonly dependent: Dependent;
  /** The row to be removed. */
  readonly resource: Pick<Resource<never>, 'path' | 'removal'>;
  readonly id: number;
  /** Where what moves goes unless another is chosen; '' for nowhere yet. */
  readonly nextTo: string;
  readonly decision: Decision | undefined;
  readonly onDecide: (decision: Decision) => void;
  readonly labels: CellTexts;
}

/** What becomes of one kind of what hangs on a thing. */
export function DecisionField(props: DecisionFieldProps) {
  const { dependent, resource, id, nextTo, decision, onDecide, labels } = props;
  const { text } = labels;
  const { countOf, namesOf } = useNounTexts();
  const { path, removal } = resource;
  if (!removal) throw new Error(`${path} has no texts for what its removal asks`);
  const labelOf = (choice: DependentChoice) => removal.choices[dependent.kind]?.[choice];
  const moveTo = (
    <ReferenceField
      path={path}
      label={text(removal.moveTo)}
      required
      error={decision?.to === String(id) ? text('removal.another') : undefined}
      chosen={decision?.to ?? ''}
      onChoose={(to) => onDecide({ choice: 'move', to })}
    />
  );
  return (
    <ChoiceList
      label={text('removal.ask', { what: countOf(dependent, labels) })}
      description={<p className={classes.names}>{namesOf(dependent, labels)}</p>}
      choices={dependent.choices.flatMap((choice) => {
        const label = labelOf(choice);
        if (!label) return [];
        return {
          value: choice,
          label: text(label),
          ...(choice === 'delete' && { danger: true }),
          ...(choice === 'move' && { more: moveTo }),
        };
      })}
      chosen={decision?.choice ?? null}
      onChoose={(choice) => onDecide({ choice, to: choice === 'move' ? nextTo : '' })}
    />
  );
}
