import {
  type Mirror,
  type MirrorLine,
  type MirrorOutcome,
  mirrorLineSchema,
  mirrorOutcomeSchema,
} from '@atalaia/contract/devices/mirror';
import { mdiServerNetworkOutline } from '@mdi/js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import type { TextsState } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { RowViewProps } from '../../resources/resource.ts';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { Pill, type Tone } from '../../ui/layout/pill.tsx';
import pane from '../../ui/layout/rows-pane.module.css';
import { DataTable, TwoLines } from '../../ui/table/data-table.tsx';
import classes from './mirror-log.module.css';

const pageLines = 200;
const everyMs = 5_000;

const tones: Readonly<Record<MirrorOutcome, Tone>> = { sent: 'online', failed: 'unknown', dropped: 'alarm' };

/** Why a message was not sent, as a person reads it. */
export function reasonText(reason: string, { text, textOr }: Pick<TextsState, 'text' | 'textOr'>): string {
  const status = /^(?:refused|answered)-(\d+)$/.exec(reason)?.[1];
  return status ? text('mirrorReason.answered', { status }) : textOr(`mirrorReason.${reason}`, reason);
}

/** What became of the messages of a mirror, by hour and device; renewed by itself. */
export function MirrorLog({ row: mirror, onDone }: RowViewProps<Mirror>) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const [outcome, setOutcome] = useState<MirrorOutcome | null>(null);
  const [limit, setLimit] = useState(pageLines);
  const query = useQuery({
    queryKey: ['mirror-log', mirror.id, outcome, limit],
    queryFn: ({ signal }) =>
      api.json(
        { path: `mirrors/${mirror.id}/log`, query: { limit, ...(outcome && { outcome }) }, signal },
        z.array(mirrorLineSchema),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
    retry: false,
  });
  // few columns: each stands beside the list of the mirrors, and why a message was not sent must be read there
  const columns = [
    {
      key: 'hour',
      title: text('mirror.hour'),
      cell: ({ hour, lastAt }: MirrorLine) => (
        <TwoLines
          first={formats.dateTime(hour)}
          second={`${text('mirror.lastAt')}: ${formats.dateTime(lastAt)}`}
        />
      ),
    },
    {
      key: 'device',
      title: text('mirror.device'),
      wraps: true,
      cell: ({ deviceId, deviceName }: MirrorLine) => deviceName ?? `#${deviceId}`,
    },
    {
      key: 'outcome',
      title: text('mirror.outcome'),
      wraps: true,
      cell: ({ outcome: of, reason }: MirrorLine) => (
        <>
          <Pill tone={tones[of]}>{text(`mirrorOutcome.${of}`)}</Pill>
          {reason && <span className={classes.reason}>{reasonText(reason, { text, textOr })}</span>}
        </>
      ),
    },
    { key: 'count', title: text('mirror.count'), cell: ({ count }: MirrorLine) => formats.count(count) },
  ];
  const title = text('mirror.logOf', { name: mirror.name });
  return (
    <section className={pane.pane} aria-label={title}>
      <header>
        <h2 className={pane.title} dir="auto">
          {title}
        </h2>
        <p className={pane.help}>{text('mirror.logHelp')}</p>
      </header>
      <div className={classes.filter}>
        <SelectField<MirrorOutcome>
          label={text('mirror.outcome')}
          placeholder={text('mirror.all')}
          clearLabel={text('action.clear')}
          options={mirrorOutcomeSchema.options.map((value) => ({
            value,
            label: text(`mirrorOutcome.${value}`),
          }))}
          chosen={outcome}
          onChoose={setOutcome}
        />
      </div>
      <div className={`${pane.lines} ${classes.lines}`}>
        <QueryView
          query={query}
          failure={(error) => failureMessage(error, text)}
          waiting={<Skeleton height={240} />}
        >
          {(lines) =>
            lines.length === 0 ? (
              <EmptyState
                icon={mdiServerNetworkOutline}
                title={text(outcome ? 'list.empty' : 'mirror.logEmpty')}
                hint={text(outcome ? 'list.emptyFilter' : 'mirror.logEmptyHint')}
              />
            ) : (
              <DataTable
                label={title}
                columns={columns}
                rows={lines}
                keyOf={({ hour, deviceId, outcome: of, reason }) => `${hour} ${deviceId} ${of} ${reason}`}
                busy={query.isPlaceholderData}
              />
            )
          }
        </QueryView>
        {query.data?.length === limit && limit < 1000 && (
          <Button onClick={() => setLimit(limit + pageLines)}>{text('mirror.more')}</Button>
        )}
      </div>
      <footer className={pane.foot}>
        <Button onClick={onDone}>{text('list.back')}</Button>
      </footer>
    </section>
  );
}
