import {
  browserNamesOf,
  type SessionEntry,
  sessionEntrySchema,
  type TokenScope,
  tokenScopes,
} from '@atalaia/contract/accounts/session';
import { mdiContentCopy, mdiKeyPlus, mdiLogout } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureMessage, refusalMessage, statusText } from '../../../lib/texts/failure-text.ts';
import type { Text } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Pill } from '../../../ui/layout/pill.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import { Question } from '../../../ui/window/question.tsx';
import classes from './session-list.module.css';

type SignInPlace =
  | { readonly kind: 'browser'; readonly browser: string; readonly system: string | undefined }
  /** No browser: the first word it says of itself. */
  | { readonly kind: 'program'; readonly name: string }
  | { readonly kind: 'unknown' };

export function signInPlaceOf(userAgent: string | null): SignInPlace {
  const agent = userAgent?.trim() ?? '';
  if (agent === '') return { kind: 'unknown' };
  const names = browserNamesOf(agent);
  return names ? { kind: 'browser', ...names } : { kind: 'program', name: agent.split(/[\s/]/)[0] ?? agent };
}

/** Where the person is signed in, this place marked; each of the others can be ended (SEC-01). */
export function SessionList() {
  const { text } = useTexts();
  const { sessions, error, reload, end, isEnding } = useSessions();
  const [ending, setEnding] = useState<readonly SessionEntry[]>([]);
  const [makesKey, setMakesKey] = useState(false);
  const others = sessions?.filter(({ current }) => !current) ?? [];
  const columns = useColumns((entry) => setEnding([entry]));
  const [first] = ending;

  return (
    <div className={classes.list}>
      <div className={classes.bar}>
        <p className={classes.help}>{text('signIns.help')}</p>
        <div className={classes.acts}>
          <Button icon={mdiKeyPlus} onClick={() => setMakesKey(true)}>
            {text('programKey.new')}
          </Button>
          {others.length > 1 && (
            <Button kind="danger" icon={mdiLogout} onClick={() => setEnding(others)}>
              {text('signIns.endOthers')}
            </Button>
          )}
        </div>
      </div>
      {makesKey && <ProgramKeyDialog onMade={reload} onClose={() => setMakesKey(false)} />}
      {!sessions && !error && <Skeleton height={200} />}
      {!sessions && error && <FailedState {...failureMessage(error, text)} onRetry={reload} />}
      {sessions && (
        <DataTable
          label={text('security.sessions')}
          columns={columns}
          rows={sessions}
          keyOf={({ id }) => id}
        />
      )}
      {first && (
        <Question
          title={text('signIns.endTitle')}
          closeLabel={text('action.close')}
          cancelLabel={text('action.cancel')}
          actLabel={text('signIns.end')}
          busy={isEnding}
          onAct={() =>
            end(
              ending.map(({ id }) => id),
              { onSettled: () => setEnding([]) },
            )
          }
          onClose={() => setEnding([])}
        >
          {ending.length === 1
            ? text('signIns.endQuestion', { name: first.name || placeLabel(first, text) })
            : text('signIns.endOthersQuestion', { count: ending.length })}
        </Question>
      )}
    </div>
  );
}

const dayMs = 86_400_000;
/** How long a key may live; ten years are the most (OUT-04). */
const keyDays = ['30', '90', '365', '1825', '3652'] as const;

/** Makes a key for a program: bound to what it is for, and shown this once. */
function ProgramKeyDialog({
  onMade,
  onClose,
}: {
  readonly onMade: () => void;
  readonly onClose: () => void;
}) {
  const { text } = useTexts();
  const [name, setName] = useState('');
  const [days, setDays] = useState<(typeof keyDays)[number]>('365');
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read']);
  const [key, setKey] = useState<string>();
  const make = useWrite({
    ofForm: true,
    async write(api) {
      const form = {
        name: name.trim(),
        expiration: new Date(Date.now() + Number(days) * dayMs).toISOString(),
        ...(scopes.length < tokenScopes.length && { scopes: scopes.join(',') }),
      };
      const bytes = await api.bytes({ method: 'POST', path: 'session/token', form, accept: 'text/plain' });
      return new TextDecoder().decode(bytes);
    },
    onSuccess(made) {
      setKey(made);
      onMade();
    },
  });
  if (key !== undefined) return <MadeKeyDialog value={key} onClose={onClose} />;
  const toggle = (scope: TokenScope) =>
    setScopes(tokenScopes.filter((one) => (one === scope) !== scopes.includes(one)));
  return (
    <Dialog opened title={text('programKey.new')} closeLabel={text('action.close')} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() && scopes.length > 0) make.mutate();
        }}
      >
        <TextField
          data-autofocus
          dense
          label={text('programKey.name')}
          description={text('programKey.nameHint')}
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <SelectField
          labelled
          label={text('programKey.days')}
          options={keyDays.map((value) => ({ value, label: text(`programKey.days.${value}`) }))}
          chosen={days}
          onChoose={(value) => value && setDays(value)}
        />
        <fieldset className={classes.scopes}>
          <legend>{text('signIns.scopes')}</legend>
          {tokenScopes.map((scope) => (
            <Checkbox
              key={scope}
              label={text(`signIns.scope.${scope}`)}
              checked={scopes.includes(scope)}
              onChange={() => toggle(scope)}
            />
          ))}
          {scopes.length === 0 && <p role="alert">{text('programKey.noScope')}</p>}
        </fieldset>
        {make.isError && <FormRefusal {...refusalMessage(make.error, text)} />}
        <DialogFoot>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            busy={make.isPending}
            disabled={!name.trim() || scopes.length === 0}
          >
            {text('programKey.make')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function MadeKeyDialog({ value, onClose }: { readonly value: string; readonly onClose: () => void }) {
  const { text } = useTexts();
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toasts.show('success', text('programKey.copied')),
      () => toasts.show('failure', text('programKey.notCopied')),
    );
  return (
    <Dialog opened title={text('programKey.made')} closeLabel={text('action.close')} onClose={onClose}>
      <div className={classes.form}>
        <p>{text('programKey.madeText')}</p>
        <code className={classes.key}>{value}</code>
        <DialogFoot>
          <Button icon={mdiContentCopy} onClick={() => void copy()}>
            {text('programKey.copy')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {text('programKey.kept')}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}

function useColumns(onEnd: (entry: SessionEntry) => void) {
  const { text } = useTexts();
  const formats = useFormats();
  return [
    {
      key: 'where',
      title: text('signIns.where'),
      cell: (entry: SessionEntry) => (
        <span title={entry.userAgent ?? undefined}>
          {entry.name || placeLabel(entry, text)}{' '}
          {entry.current && <Pill tone="online">{text('signIns.current')}</Pill>}
        </span>
      ),
    },
    {
      key: 'kind',
      title: text('signIns.kind'),
      cell: ({ kind }: SessionEntry) => text(`signIns.${kind}`),
    },
    {
      key: 'scopes',
      title: text('signIns.scopes'),
      muted: true,
      cell: ({ scopes }: SessionEntry) =>
        scopes === null
          ? text('signIns.scope.all')
          : scopes.map((scope) => text(`signIns.scope.${scope}`)).join(', '),
    },
    {
      key: 'lastUsed',
      title: text('signIns.lastUsed'),
      muted: true,
      cell: ({ lastUsedAt }: SessionEntry) =>
        lastUsedAt ? formats.dateTime(lastUsedAt) : text('value.missing'),
    },
    {
      key: 'address',
      title: text('signIns.address'),
      muted: true,
      cell: ({ address }: SessionEntry) => address ?? text('value.missing'),
    },
    {
      key: 'since',
      title: text('signIns.since'),
      muted: true,
      cell: ({ createdAt }: SessionEntry) => formats.dateTime(createdAt),
    },
    {
      key: 'until',
      title: text('signIns.until'),
      muted: true,
      cell: ({ expiresAt }: SessionEntry) => formats.dateTime(expiresAt),
    },
    {
      key: 'end',
      title: '',
      cell: (entry: SessionEntry) =>
        !entry.current && <Button onClick={() => onEnd(entry)}>{text('signIns.end')}</Button>,
    },
  ];
}

function placeLabel({ userAgent }: SessionEntry, text: Text): string {
  const place = signInPlaceOf(userAgent);
  if (place.kind === 'unknown') return text('signIns.unknownPlace');
  if (place.kind === 'program') return text('signIns.program', { name: place.name });
  const { browser, system } = place;
  return system === undefined ? browser : text('signIns.browserOn', { browser, system });
}

const sessionsKey = ['sessions'] as const;

/** Where the person's account is in use, and the way to end it there. */
function useSessions() {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => listSessions(api, signal),
    retry: false,
  });
  const ending = useWrite({
    async write(writer, ids: readonly number[]) {
      for (const id of ids) await endSession(writer, id);
    },
    onSuccess: () => toasts.show('success', text('signIns.ended')),
    onError: (failure) => toasts.show('failure', statusText(failure, text)),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  });
  return {
    sessions: data,
    error,
    reload: () => void refetch(),
    end: ending.mutate,
    isEnding: ending.isPending,
  };
}

/** Where the person is signed in, and the tokens he made for programs; the newest first. */
function listSessions(api: ApiClient, signal: AbortSignal): Promise<readonly SessionEntry[]> {
  return api.json({ path: 'sessions', signal }, z.array(sessionEntrySchema));
}

/** Ends one at once. One that is over already is as requested. */
async function endSession(api: ApiWriter, sessionId: number): Promise<void> {
  try {
    await api.send({ method: 'DELETE', path: `sessions/${sessionId}` });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not-found') throw error;
  }
}
