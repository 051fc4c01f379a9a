import { type SentCommand, sentCommandSchema } from '@atalaia/contract/devices/sent-command';
import { mdiHistory } from '@mdi/js';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Pill } from '../../../ui/layout/pill.tsx';
import { Dialog } from '../../../ui/window/dialog.tsx';
import { commandDetail, commandLabel, commandMarks } from '../command-labels.ts';
import { othersEveryMs, useCommandNews } from '../use-command-news.ts';
import classes from './history.module.css';
import { RawAnswer } from './raw-answer.tsx';

export interface SentQuery {
  readonly deviceId?: number;
  readonly batchId?: string;
  /** The number of the last one that is known already. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** What was sent and what became of it, newest first. */
export function listSent(
  api: ApiClient,
  query: SentQuery,
  signal: AbortSignal,
): Promise<readonly SentCommand[]> {
  return api.json({ path: 'commands/sent', query: { ...query }, signal }, z.array(sentCommandSchema));
}

/** Commands asked for at once. */
const pageLength = 30;

/** All commands of a device, newest first, as they are now: live updates is asked for again (CMD-05). */
function useCommandHistory(deviceId: number) {
  const api = useApi();
  const history = useInfiniteQuery({
    queryKey: ['command-history', deviceId],
    queryFn: ({ pageParam: before, signal }) =>
      listSent(api, { deviceId, before, limit: pageLength }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length === pageLength ? page.at(-1)?.id : undefined),
    refetchInterval: othersEveryMs,
    retry: false,
  });
  const { refetch } = history;
  useCommandNews(
    useMemo(() => [deviceId], [deviceId]),
    useCallback(() => void refetch(), [refetch]),
  );
  return { ...history, commands: history.data?.pages.flat() };
}

interface HistoryDialogProps {
  readonly device: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
}

/** Every command of a device: what became of it, who sent it and what the tracker answered, live (CMD-05). */
export function HistoryDialog({ device, onClose }: HistoryDialogProps) {
  const { text } = useTexts();
  const { commands, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useCommandHistory(
    device.id,
  );
  return (
    <Dialog
      opened
      width={560}
      title={text('command.historyOf', { name: device.name })}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      {!commands && !error && <Skeleton height={220} />}
      {!commands && error && (
        <FailedState
          title={text('command.historyFailed')}
          reason={failureText(error, text)}
          retryLabel={text('error.retry')}
          onRetry={() => void refetch()}
        />
      )}
      {commands?.length === 0 && <EmptyState icon={mdiHistory} hint={text('command.historyEmpty')} />}
      {commands && commands.length > 0 && (
        <ol className={classes.list} aria-label={text('command.history')}>
          {commands.map((command) => (
            <HistoryItem key={command.id} command={command} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button fullWidth busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text('command.older')}
        </Button>
      )}
    </Dialog>
  );
}

/** One command of a device's history. */
function HistoryItem({ command }: { readonly command: SentCommand }) {
  const texts = useTexts();
  const { text } = texts;
  const formats = useFormats();
  const { state, userName, textChannel, batchId, confirmation, queuedTime } = command;
  const detail = commandDetail(command, texts, formats);
  const how = [
    formats.dateTime(queuedTime),
    userName && text('command.sentBy', { name: userName }),
    textChannel && text('command.bySms'),
    batchId && text('command.ofBatch'),
  ];
  return (
    <li className={classes.item}>
      <p className={classes.labels} dir="auto">
        {commandLabel(command, texts)}
      </p>
      <Pill tone={commandMarks[state].tone} icon={commandMarks[state].icon}>
        {text(`commandState.${state}`)}
      </Pill>
      <p className={classes.how} dir="auto">
        {how.filter(Boolean).join(' · ')}
      </p>
      {confirmation && (
        <p className={classes.detail} dir="auto">
          {text('command.withReason', { reason: confirmation })}
        </p>
      )}
      {detail && (
        <p className={classes.detail} dir="auto">
          {detail}
        </p>
      )}
      <RawAnswer answer={command.answer} />
    </li>
  );
}
