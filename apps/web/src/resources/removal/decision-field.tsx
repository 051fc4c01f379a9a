import type { Dependent, DependentChoice } from '@atalaia/contract/dependents';
import type { TextKey } from '../../lib/texts/texts.ts';
import { ChoiceList } from '../../ui/field/choice-list.tsx';
import { ReferenceField } from '../form/reference-field.tsx';
import type { CellTexts } from '../resource.ts';
import type { Decision } from './decisions.ts';
import classes from './dependents-list.module.css';
import { countText, namesText } from './dependents-text.ts';

/** Nouns whose removal asks, by their path: what they are called in the choices. */
const places = { customers: 'customer', groups: 'group' } as const;

interface DecisionFieldProps {
  readonly dependent: Dependent;
  /** Of the thing that is removed. */
  readonly path: string;
  readonly id: number;
  /** Where what moves goes unless another is chosen; '' for nowhere yet. */
  readonly nextTo: string;
  readonly decision: Decision | undefined;
  readonly onDecide: (decision: Decision) => void;
  readonly labels: CellTexts;
}

/** What becomes of one kind of what hangs on a thing. */
export function DecisionField(props: DecisionFieldProps) {
  const { dependent, path, id, nextTo, decision, onDecide, labels } = props;
  const { text } = labels;
  const place = path === 'groups' ? places.groups : places.customers;
  const moveTo = (
    <ReferenceField
      path={path}
      label={text(`removal.${place}.moveTo`)}
      required
      error={decision?.to === String(id) ? text('removal.another') : undefined}
      chosen={decision?.to ?? ''}
      onChoose={(to) => onDecide({ choice: 'move', to })}
    />
  );
  return (
    <ChoiceList
      label={text('removal.ask', { what: countText(dependent, labels) })}
      description={<p className={classes.names}>{namesText(dependent, labels)}</p>}
      choices={dependent.choices.map((choice) => ({
        value: choice,
        label: text(labelOf(choice, place, dependent.kind)),
        ...(choice === 'delete' && { danger: true }),
        ...(choice === 'move' && { more: moveTo }),
      }))}
      chosen={decision?.choice ?? null}
      onChoose={(choice) => onDecide({ choice, to: choice === 'move' ? nextTo : '' })}
    />
  );
}

function labelOf(choice: DependentChoice, place: 'customer' | 'group', kind: Dependent['kind']): TextKey {
  if (choice === 'delete') return kind === 'user' ? 'removal.user.delete' : 'removal.device.delete';
  if (choice === 'move' && kind === 'user') return 'removal.user.move';
  return `removal.${place}.${choice}`;
}
