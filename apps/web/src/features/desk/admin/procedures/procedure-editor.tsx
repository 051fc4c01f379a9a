import type { ProcedureDetail } from '@atalaia/contract/desk/procedure';
import { mdiArrowLeft } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../../lib/api/api-context.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { useWrite } from '../../../../lib/api/use-write.ts';
import { useLeaveQuestion } from '../../../../lib/leaving/use-leave-question.ts';
import { failureMessage, failureText } from '../../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../../ui/feedback/toasts.ts';
import { Question } from '../../../../ui/window/question.tsx';
import { proceduresKey, publishVersion, readProcedure, saveProcedure } from './procedure-calls.ts';
import { ProcedureDraftFields } from './procedure-draft-fields.tsx';
import classes from './procedure-editor.module.css';
import { OldVersion, Versions } from './procedure-versions.tsx';
import { type ProcedureDraft, useProcedureDraft } from './use-procedure-draft.ts';

type ProcedureWrites = ReturnType<typeof useProcedureWrites>;

/** Saving is a version, which is published at once or later; somebody else's newer one is not written over unasked. */
function useProcedureWrites(
  row: ProcedureDetail | undefined,
  draft: ProcedureDraft,
  onSaved: (id: number) => void,
) {
  const { text } = useTexts();
  const [latest, setLatest] = useState(row?.latestVersion ?? 0);
  const [theirs, setTheirs] = useState<number | null>(null);
  const { name, shownName, use, steps } = draft;

  const done = (saved: ProcedureDetail, published: boolean) => {
    const number = published ? saved.publishedVersion : saved.latestVersion;
    toasts.show('success', text(published ? 'procedure.wasPublished' : 'procedure.saved', { number }));
    onSaved(saved.id);
  };
  const saving = useWrite({
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
  const publishing = useWrite({
    write: (api, number: number) => {
      if (!row) throw new Error('what is not saved is not published');
      return publishVersion(api, row, number);
    },
    onSuccess: (saved) => done(saved, true),
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });

  return {
    /** The newest version where it is somebody else's. */
    theirs,
    isSaving: saving.isPending,
    isPublishing: publishing.isPending,
    publish: (number: number) => publishing.mutate(number),
    save(publish: boolean, version = latest): void {
      if (!draft.trySave()) return;
      setTheirs(null);
      setLatest(version);
      saving.mutate({ publish, version });
    },
  };
}

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
  const { text } = useTexts();
  const draft = useProcedureDraft(row);
  const leave = useLeaveQuestion(!readOnly && draft.isDirty);
  const writes = useProcedureWrites(row, draft, (id) => {
    leave.release();
    onSaved(id);
  });
  const [oldVersion, showOld] = useState<number | null>(null);
  const title = draft.shownName || text('procedure.new');
  return (
    <section className={classes.editor} aria-label={title}>
      <header className={classes.head}>
        <IconButton name={text('action.close')} icon={mdiArrowLeft} onClick={onClose} />
        <h2>{title}</h2>
      </header>
      {oldVersion !== null && row ? (
        <OldVersion id={row.id} number={oldVersion} onBack={() => showOld(null)} />
      ) : (
        <div className={classes.body}>
          <ProcedureDraftFields draft={draft} isNew={!row} readOnly={readOnly} />
          {row && <Versions row={row} readOnly={readOnly} onShow={showOld} onPublish={writes.publish} />}
        </div>
      )}
      <EditedMeanwhile writes={writes} onShow={showOld} />
      {!readOnly && oldVersion === null && <Acts row={row} isDirty={draft.isDirty} writes={writes} />}
      {leave.question && <Question {...leave.question} />}
    </section>
  );
}

interface EditedMeanwhileProps {
  readonly writes: ProcedureWrites;
  readonly onShow: (version: number) => void;
}

/** Somebody else saved a version meanwhile: theirs is looked at, or one's own is saved after it. */
function EditedMeanwhile({ writes: { theirs, save }, onShow }: EditedMeanwhileProps) {
  const { text } = useTexts();
  if (theirs === null) return null;
  return (
    <div className={classes.conflict} role="alert">
      <p>{text('procedure.editedMeanwhile', { number: theirs })}</p>
      <div className={classes.acts}>
        <Button onClick={() => onShow(theirs)}>{text('procedure.takeTheirs')}</Button>
        <Button onClick={() => save(false, theirs)}>{text('procedure.keepMine')}</Button>
      </div>
    </div>
  );
}

interface ActsProps {
  readonly row: ProcedureDetail | undefined;
  readonly isDirty: boolean;
  readonly writes: ProcedureWrites;
}

function Acts({ row, isDirty, writes }: ActsProps) {
  const { text } = useTexts();
  const isUnchanged = !isDirty && row !== undefined;
  return (
    <footer className={classes.foot}>
      <Button busy={writes.isSaving} disabled={isUnchanged} onClick={() => writes.save(false)}>
        {text('procedure.saveDraft')}
      </Button>
      {isUnchanged && row.latestVersion !== row.publishedVersion ? (
        <Button kind="primary" busy={writes.isPublishing} onClick={() => writes.publish(row.latestVersion)}>
          {text('procedure.publish')}
        </Button>
      ) : (
        <Button
          kind="primary"
          busy={writes.isSaving}
          disabled={isUnchanged}
          onClick={() => writes.save(true)}
        >
          {text('procedure.saveAndPublish')}
        </Button>
      )}
    </footer>
  );
}
