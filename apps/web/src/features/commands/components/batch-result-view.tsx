import type { BatchResult, SentCommand } from '@atalaia/contract/devices/sent-command';
import { knotsFromKph } from '@atalaia/domain/units/units';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { timeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import type { refusalMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { Pill } from '../../../ui/layout/pill.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { type DeviceOutcome, hindranceIn, isUnsafe, outcomesOf } from '../batch-outcome.ts';
import { ReasonField } from '../blocks/reason-choice.tsx';
import { commandDetail, commandMarks } from '../command-labels.ts';
import { useCommandNews } from '../use-command-news.ts';
import classes from './command-form.module.css';
import { listSent } from './history-dialog.tsx';
import { MoreDevices, useListedDevices } from './more-devices.tsx';
import { RawAnswer } from './raw-answer.tsx';

interface BatchResultViewProps {
  readonly answers: readonly (readonly BatchResult[])[];
  readonly busy: boolean;
  readonly refusal: ReturnType<typeof refusalMessage> | undefined;
  /** Blocks those that are not safe, with a reason. */
  readonly onConfirm: (deviceIds: readonly number[], reason: string) => void;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** What became of a batch, device by device, live; a block that was not safe can be meant all the same (CMD-07). */
export function BatchResultView({
  answers,
  busy,
  refusal,
  onConfirm,
  onAgain,
  onClose,
}: BatchResultViewProps) {
  const { text } = useTexts();
  const [reason, setReason] = useState('');
  const outcomes = useBatchOutcome(answers);
  const unsafe = outcomes.filter(isUnsafe);
  const confirm = () =>
    onConfirm(
      unsafe.map(({ deviceId }) => deviceId),
      reason.trim(),
    );
  return (
    <section className={classes.form} aria-label={text('command.outcome')}>
      <OutcomeTable outcomes={outcomes} />
      {unsafe.length > 0 && (
        <ReasonField
          warning={text('command.unsafe', { count: unsafe.length })}
          reason={reason}
          onType={setReason}
        />
      )}
      {refusal && <FormRefusal {...refusal} onRetry={confirm} />}
      <footer className={classes.foot}>
        <Button onClick={onAgain}>{text('command.outcomeNext')}</Button>
        {unsafe.length > 0 && (
          <Button kind="danger" busy={busy} disabled={reason.trim() === ''} onClick={confirm}>
            {text('command.blockAnyway')}
          </Button>
        )}
        <Button kind="primary" onClick={onClose}>
          {text('action.close')}
        </Button>
      </footer>
    </section>
  );
}

/** Each device, those that need a person first, with the state of its command, and why it was refused or what its tracker said. */
function OutcomeTable({ outcomes }: { readonly outcomes: readonly DeviceOutcome[] }) {
  const texts = useTexts();
  const { text, textOr } = texts;
  const formats = useFormats();
  const { count, showMore, rows } = useListedDevices(outcomes.map(({ deviceId }) => deviceId));
  const hindranceText = (outcome: DeviceOutcome): string => {
    const { speedKph = null, fixAgeSeconds = null } = hindranceIn(outcome) ?? {};
    if (speedKph === null || fixAgeSeconds === null) return text('command.noFix');
    const nowMs = Date.now();
    return `${formats.speed(knotsFromKph(speedKph))}, ${timeAgo(nowMs - fixAgeSeconds * 1000, nowMs, text)}`;
  };
  const detailOf = (outcome: DeviceOutcome): string => {
    const { refusal, sent } = outcome;
    if (refusal?.code === 'block-needs-confirmation') return hindranceText(outcome);
    if (refusal?.code) return textOr(`apiError.${refusal.code}`, refusal.code);
    return sent ? commandDetail(sent, texts, formats) : '';
  };
  return (
    <div className={classes.table}>
      <DataTable
        label={text('command.outcome')}
        rows={outcomes.slice(0, count)}
        keyOf={({ deviceId }) => deviceId}
        columns={[
          {
            key: 'device',
            title: text('command.device'),
            cell: ({ deviceId }) => rows.get(deviceId)?.device.name ?? deviceId,
          },
          {
            key: 'state',
            title: text('command.state'),
            cell: ({ state }) => (
              <Pill tone={commandMarks[state].tone} icon={commandMarks[state].icon}>
                {text(`commandState.${state}`)}
              </Pill>
            ),
          },
          {
            key: 'detail',
            title: text('command.detail'),
            muted: true,
            cell: (outcome) => (
              <>
                {detailOf(outcome)}
                <RawAnswer answer={outcome.sent?.answer ?? null} />
              </>
            ),
          },
        ]}
      />
      <MoreDevices left={outcomes.length - count} onMore={showMore} />
    </div>
  );
}

/** As many as one call answers. */
const mostRows = 1000;

/** All commands of one batch, newest first, in as many calls as they take. */
async function listBatch(
  api: ApiClient,
  batchId: string,
  signal: AbortSignal,
): Promise<readonly SentCommand[]> {
  const rows: SentCommand[] = [];
  let before: number | undefined;
  do {
    const page = await listSent(api, { batchId, before, limit: mostRows }, signal);
    rows.push(...page);
    before = page.length === mostRows ? page.at(-1)?.id : undefined;
  } while (before !== undefined);
  return rows;
}

/** What became of each device of a batch, and goes on becoming: answers of trackers are shown as they come (CMD-05). */
function useBatchOutcome(answers: readonly (readonly BatchResult[])[]): readonly DeviceOutcome[] {
  const api = useApi();
  const results = useMemo(() => answers.flat(), [answers]);
  const batchIds = useMemo(() => [...new Set(results.flatMap(({ batchId }) => batchId ?? []))], [results]);
  const queries = useQueryClient();
  const rows = useQueries({
    queries: batchIds.map((batchId) => ({
      queryKey: ['batch', batchId],
      queryFn: ({ signal }: { signal: AbortSignal }) => listBatch(api, batchId, signal),
      retry: false,
    })),
    combine: (all) => all.flatMap(({ data }) => data ?? []),
  });
  useCommandNews(
    useMemo(() => results.map(({ deviceId }) => deviceId), [results]),
    useCallback(() => void queries.invalidateQueries({ queryKey: ['batch'] }), [queries]),
  );
  return useMemo(() => outcomesOf(answers, rows), [answers, rows]);
}
