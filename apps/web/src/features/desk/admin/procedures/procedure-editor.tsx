import type { ProcedureDetail, ProcedureStep, ProcedureUse } from '@atalaia/contract/desk/procedure';
import { procedureProblems } from '@atalaia/domain/procedures/procedure-problems';
import { mdiArrowLeft, mdiPlus } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../../lib/api/api-context.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { useWrite } from '../../../../lib/api/use-write.ts';
import { useFormats } from '../../../../lib/formats/use-formats.ts';
import { useLeaveQuestion } from '../../../../lib/leaving/use-leave-question.ts';
import { failureMessage, failureText } from '../../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../../ui/feedback/toasts.ts';
import { SelectField } from '../../../../ui/field/select-field.tsx';
import { TextField } from '../../../../ui/field/text-field.tsx';
import { Question } from '../../../../ui/window/question.tsx';
import { procedureName, stepTitle } from '../../step-words.ts';
import {
  listVersions,
  proceduresKey,
  publishVersion,
  readProcedure,
  readVersion,
  saveProcedure,
} from './procedure-calls.ts';
import { addStep, changeStep, moveStep, removeStep, withKind } from './procedure-draft.ts';
import classes from './procedure-editor.module.css';
import { StepFields } from './step-fields.tsx';

interface OpenedProps {
  /** 0 for a new one. */
  readonly id: number;
  readonly readOnly: boolean;
  readonly onSaved: (id: number) => void;
  readonly onClose: () => void;
}

export function OpenedProcedure({ id, ...props }: OpenedProps) {
  const { text } = useTexts();
  const api = useApi();
  const query = useQuery({
    queryKey: [...proceduresKey, id],
    queryFn: ({ signal }) => readProcedure(api, id, signal),
    enabled: id !== 0,
    // what is being written is not replaced behind one's back
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (id === 0) return <ProcedureEditor {...props} />;
  return (
    <QueryView
      query={query}
      failure={(error) => failureMessage(error, text)}
      waiting={<Skeleton height={320} />}
    >
      {(row) => <ProcedureEditor key={`${row.id} ${row.latestVersion}`} row={row} {...props} />}
    </QueryView>
  );
}

interface EditorProps extends Omit<OpenedProps, 'id'> {
  readonly row?: ProcedureDetail;
}

/** Name and steps; saving is a version, which is published at once or later. */
function ProcedureEditor({ row, readOnly, onSaved, onClose }: EditorProps) {
  const { text, textOr } = useTexts();
  const shownName = row ? procedureName(row, textOr) : '';
  const [name, setName] = useState(shownName);
  const [use, setUse] = useState<ProcedureUse>(row?.use ?? 'alarm');
  const [steps, setSteps] = useState<readonly ProcedureStep[]>(row?.steps ?? addStep([]));
  const [isTried, setTried] = useState(false);
  const [latest, setLatest] = useState(row?.latestVersion ?? 0);
  const [theirs, setTheirs] = useState<number | null>(null);
  const [oldVersion, showOld] = useState<number | null>(null);
  const [dragged, drag] = useState<number | null>(null);
  const isDirty = name !== shownName || steps !== (row?.steps ?? steps);
  const leave = useLeaveQuestion(!readOnly && isDirty);
  const problems = procedureProblems(steps);
  const isNameless = name.trim() === '';

  const done = (saved: ProcedureDetail, published: boolean) => {
    leave.release();
    const number = published ? saved.publishedVersion : saved.latestVersion;
    toasts.show('success', text(published ? 'procedure.wasPublished' : 'procedure.saved', { number }));
    onSaved(saved.id);
  };
  const save = useWrite({
    write: (api, { publish, version }: { readonly publish: boolean; readonly version: number }) =>
      saveProcedure(api, {
        ...{ id: row?.id ?? 0, version, use, steps, publish },
        // the server's own name is sent as it is stored
        name: name === shownName && row ? row.name : name.trim(),
      }),
    onSuccess: (saved, { publish }) => done(saved, publish),
    onError(error) {
      const current =
        error instanceof ApiError && error.code === 'edited-meanwhile' ? error.details?.current : null;
      if (current && typeof current === 'object' && 'latestVersion' in current) {
        setTheirs(Number(current.latestVersion));
      } else toasts.show('failure', failureText(error, text));
    },
  });
  const publish = useWrite({
    write: (api, number: number) => {
      if (!row) throw new Error('what is not saved is not published');
      return publishVersion(api, row, number);
    },
    onSuccess: (saved) => done(saved, true),
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
  function send(isPublished: boolean, version = latest): void {
    setTried(true);
    if (problems.length > 0 || isNameless) return;
    setTheirs(null);
    setLatest(version);
    save.mutate({ publish: isPublished, version });
  }
  const isDraft = row !== undefined && row.latestVersion !== row.publishedVersion;

  return (
    <section className={classes.editor} aria-label={shownName || text('procedure.new')}>
      <header className={classes.head}>
        <IconButton name={text('action.close')} icon={mdiArrowLeft} onClick={onClose} />
        <h2>{shownName || text('procedure.new')}</h2>
      </header>
      {oldVersion !== null && row ? (
        <OldVersion id={row.id} number={oldVersion} onBack={() => showOld(null)} />
      ) : (
        <div className={classes.body}>
          <TextField
            label={text('procedure.name')}
            value={name}
            maxLength={128}
            readOnly={readOnly}
            error={isTried && isNameless ? text('desk.nameRequired') : undefined}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {!row && (
            <SelectField
              labelled
              label={text('procedure.use')}
              options={(['alarm', 'call'] as const).map((value) => ({
                value,
                label: text(`procedureUse.${value}`),
              }))}
              chosen={use}
              onChoose={(value) => value && setUse(value)}
            />
          )}
          <ol className={classes.steps}>
            {steps.map((step, at) => (
              <StepFields
                key={step.id}
                steps={steps}
                step={step}
                at={at}
                readOnly={readOnly}
                problems={isTried || step.title !== '' ? problems.filter(({ index }) => index === at) : []}
                isDragged={dragged === at}
                onChange={(part) => setSteps(changeStep(steps, at, part))}
                onKind={(kind) => setSteps(withKind(steps, at, kind))}
                onRemove={() => setSteps(removeStep(steps, at))}
                onMove={(to) => setSteps(moveStep(steps, at, to))}
                onDrag={drag}
                onDrop={() => {
                  if (dragged !== null) setSteps(moveStep(steps, dragged, at));
                  drag(null);
                }}
              />
            ))}
          </ol>
          {isTried && problems.some(({ index }) => index === null) && (
            <p className={classes.problem} role="alert">
              {text('procedureProblem.no-steps')}
            </p>
          )}
          {!readOnly && (
            <Button icon={mdiPlus} onClick={() => setSteps(addStep(steps))}>
              {text('procedure.addStep')}
            </Button>
          )}
          {row && (
            <Versions
              row={row}
              readOnly={readOnly}
              onShow={showOld}
              onPublish={(number) => publish.mutate(number)}
            />
          )}
        </div>
      )}
      {theirs !== null && (
        <div className={classes.conflict} role="alert">
          <p>{text('procedure.editedMeanwhile', { number: theirs })}</p>
          <div className={classes.acts}>
            <Button onClick={() => showOld(theirs)}>{text('procedure.takeTheirs')}</Button>
            <Button onClick={() => send(false, theirs)}>{text('procedure.keepMine')}</Button>
          </div>
        </div>
      )}
      {!readOnly && oldVersion === null && (
        <footer className={classes.foot}>
          <Button busy={save.isPending} disabled={!isDirty && row !== undefined} onClick={() => send(false)}>
            {text('procedure.saveDraft')}
          </Button>
          {isDraft && !isDirty ? (
            <Button kind="primary" busy={publish.isPending} onClick={() => publish.mutate(row.latestVersion)}>
              {text('procedure.publish')}
            </Button>
          ) : (
            <Button
              kind="primary"
              busy={save.isPending}
              disabled={!isDirty && row !== undefined}
              onClick={() => send(true)}
            >
              {text('procedure.saveAndPublish')}
            </Button>
          )}
        </footer>
      )}
      {leave.question && <Question {...leave.question} />}
    </section>
  );
}

interface VersionsProps {
  readonly row: ProcedureDetail;
  readonly readOnly: boolean;
  readonly onShow: (number: number) => void;
  readonly onPublish: (number: number) => void;
}

/** Every version with who saved it, the newest first; each can be read, and published again. */
function Versions({ row, readOnly, onShow, onPublish }: VersionsProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const { data: versions = [] } = useQuery({
    queryKey: [...proceduresKey, row.id, 'versions', row.latestVersion, row.publishedVersion],
    queryFn: ({ signal }) => listVersions(api, row.id, signal),
  });
  return (
    <section className={classes.versions} aria-label={text('procedure.versions')}>
      <h3>{text('procedure.versions')}</h3>
      <ul>
        {versions.map(({ number, savedAt, savedBy, isPublished }) => (
          <li key={number} className={classes.version}>
            <button type="button" className={classes.link} onClick={() => onShow(number)}>
              {text('procedure.versionOf', { number })}
            </button>
            <span className={classes.muted}>
              {[
                savedBy ?? text('procedure.ships'),
                formats.dateTime(savedAt),
                isPublished && text('procedure.isPublished'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {!readOnly && !isPublished && (
              <button type="button" className={classes.link} onClick={() => onPublish(number)}>
                {text('procedure.publish')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function OldVersion({
  id,
  number,
  onBack,
}: {
  readonly id: number;
  readonly number: number;
  readonly onBack: () => void;
}) {
  const { text, textOr } = useTexts();
  const api = useApi();
  const query = useQuery({
    queryKey: [...proceduresKey, id, 'version', number],
    queryFn: ({ signal }) => readVersion(api, id, number, signal),
  });
  return (
    <div className={classes.body}>
      <div className={classes.acts}>
        <b>{text('procedure.readOnly', { number })}</b>
        <Button onClick={onBack}>{text('procedure.back')}</Button>
      </div>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={200} />}
      >
        {({ steps }) => (
          <ol className={classes.steps}>
            {steps.map((step, at) => (
              <StepFields
                key={step.id}
                steps={steps}
                step={{ ...step, title: stepTitle(step, textOr), key: null }}
                at={at}
                readOnly
                problems={[]}
              />
            ))}
          </ol>
        )}
      </QueryView>
    </div>
  );
}
