import { browserNamesOf, type SessionEntry, sessionEntrySchema } from '@atalaia/contract/accounts/session';
import { mdiLogout } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureMessage, statusText } from '../../../lib/texts/failure-text.ts';
import type { Text } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Pill } from '../../../ui/layout/pill.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
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
  const others = sessions?.filter(({ current }) => !current) ?? [];
  const columns = useColumns((entry) => setEnding([entry]));
  const [first] = ending;

  return (
    <div className={classes.list}>
      <div className={classes.bar}>
        <p className={classes.help}>{text('signIns.help')}</p>
        {others.length > 1 && (
          <Button kind="danger" icon={mdiLogout} onClick={() => setEnding(others)}>
            {text('signIns.endOthers')}
          </Button>
        )}
      </div>
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
