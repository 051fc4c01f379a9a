import {
  type Dependent,
  type DependentChoice,
  type Dependents,
  dependentsSchema,
} from '@atalaia/contract/dependents';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { failureText, statusText } from '../../lib/texts/failure-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { Refusal } from '../../ui/feedback/form-refusal.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { BusyOverlay } from '../../ui/feedback/spinner.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { ChoiceList } from '../../ui/field/choice-list.tsx';
import { Question } from '../../ui/window/question.tsx';
import { readDependents, removeRow } from '../api/save-row.ts';
import { ReferenceField } from '../form/reference-field.tsx';
import { useNounTexts } from '../noun-texts.ts';
import type { CellTexts, Resource } from '../resource.ts';
import classes from './dependents-list.module.css';
import { DependentsList } from './dependents-list.tsx';

interface RemoveDialogProps {
  readonly resource: Pick<Resource<never>, 'path' | 'removal'>;
  readonly id: number;
  /** What the row is called (LIST-03). */
  readonly name: string;
  /** The row above it in a tree, where what is in it may go; 0 for none. */
  readonly parentId: number;
  readonly labels: CellTexts;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Asks before a row goes, and what becomes of everything that hangs on it. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { resource, id, name, parentId, labels, onRemoved, onClose } = props;
  const { path } = resource;
  const { text } = labels;
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = ['dependents', path, id];
  const [decisions, decide] = useState<Decisions>({});
  const dependents = useQuery({
    queryKey,
    queryFn: ({ signal }) => readDependents(api, path, id, signal),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const found = dependents.data;
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const onAlreadyRemoved = () => {
    toasts.show('info', text('list.gone'));
    onRemoved();
  };
  const remove = useWrite({
    write: (writer) => removeRow(writer, path, id, found && removalQuery(found, decisions)),
    onSuccess() {
      toasts.show('success', text('saved.removed'));
      onRemoved();
    },
    onError(error) {
      if (isNotFound(error)) return onAlreadyRemoved();
      // the dialog shows the reason; without it a toast does
      if (!isShown.current) return toasts.show('failure', statusText(error, text));
      if (!isAboutDependents(error)) return;
      // what hangs on it by now: what was decided of something else is asked again
      const parsed = dependentsSchema.safeParse(error.details);
      if (error.code === 'dependents-changed') decide({});
      if (error.code === 'in-use') void queries.invalidateQueries({ queryKey });
      else if (parsed.success) queries.setQueryData(queryKey, parsed.data);
    },
    // queries for all rows of a noun use its path as key, such as the map's geofences
    onSettled: () =>
      Promise.all([['resource'], [path]].map((key) => queries.invalidateQueries({ queryKey: key }))),
  });
  const inUse = remove.error && !found?.dependents.some(isRestricting) && inUseOf(remove.error);
  return (
    <Question
      wide
      title={text('list.confirmRemoveTitle')}
      closeLabel={text('action.close')}
      cancelLabel={text('action.cancel')}
      actLabel={text('action.remove')}
      busy={remove.isPending}
      disabled={!found || !isDecided(found, id, decisions)}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{text('list.confirmRemove', { name })}</p>
      {remove.error && <Refusal>{failureText(remove.error, text)}</Refusal>}
      {inUse && <DependentsList found={inUse} labels={labels} />}
      {dependents.isLoading && <Skeleton height={48} />}
      {dependents.error && !isNotFound(dependents.error) && (
        <Refusal>
          <p>{failureText(dependents.error, text)}</p>
          <Button onClick={() => dependents.refetch()}>{text('error.retry')}</Button>
        </Refusal>
      )}
      {dependents.error && isNotFound(dependents.error) && <Refusal>{text('list.gone')}</Refusal>}
      {found &&
        asking(found).map((dependent) => (
          <DecisionField
            key={dependent.kind}
            dependent={dependent}
            resource={resource}
            id={id}
            nextTo={parentId > 0 ? String(parentId) : ''}
            decision={decisions[dependent.kind]}
            onDecide={(decision) => decide((before) => ({ ...before, [dependent.kind]: decision }))}
            labels={labels}
          />
        ))}
      {found && <DependentsList found={found} labels={labels} />}
      {remove.isPending && <BusyOverlay label={text('list.removing')} />}
    </Question>
  );
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.code === 'not-found';

function isAboutDependents(error: unknown): error is ApiError {
  const codes = ['in-use', 'dependents-undecided', 'dependents-changed'];
  return error instanceof ApiError && codes.includes(error.code);
}

/** What keeps something from being removed that was to be removed too. */
function inUseOf(error: Error) {
  if (!(error instanceof ApiError) || error.code !== 'in-use') return undefined;
  const parsed = dependentsSchema.safeParse(error.details);
  if (!parsed.success) return undefined;
  return { ...parsed.data, dependents: parsed.data.dependents.filter(isRestricting) };
}

const isRestricting = ({ effect }: Dependent) => effect === 'restrict';

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
function DecisionField(props: DecisionFieldProps) {
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

interface Decision {
  readonly choice: DependentChoice;
  /** The other thing's number as text, for `move`; '' while none is chosen. */
  readonly to: string;
}

/** What was decided, by kind. */
type Decisions = Readonly<Record<string, Decision>>;

const asking = ({ dependents }: Dependents): readonly Dependent[] =>
  dependents.filter(({ effect }) => effect === 'choose');

/** Whether nothing is in the way, and of every dependent it is decided what becomes of it. */
export function isDecided(found: Dependents, id: number, decisions: Decisions): boolean {
  if (found.hidden || found.dependents.some(({ effect }) => effect === 'restrict')) return false;
  return asking(found).every(({ kind }) => {
    const decision = decisions[kind];
    return decision && (decision.choice !== 'move' || (decision.to !== '' && decision.to !== String(id)));
  });
}

/** As the address of a removal says it. */
export function removalQuery(found: Dependents, decisions: Decisions) {
  const decision = asking(found).flatMap(({ kind }) => {
    const chosen = decisions[kind];
    if (!chosen) return [];
    return chosen.choice === 'move' ? `${kind}:move:${chosen.to}` : `${kind}:${chosen.choice}`;
  });
  return { seen: found.seen, decision };
}
