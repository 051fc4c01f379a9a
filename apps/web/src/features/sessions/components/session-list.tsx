import type { SessionEntry } from '@atalaia/contract/session';
import { mdiLogout } from '@mdi/js';
import { useState } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureWords } from '../../../lib/texts/failure-text.ts';
import type { Text } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Pill } from '../../../ui/layout/pill.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Question } from '../../../ui/window/question.tsx';
import { signInPlaceOf } from '../sign-in-place.ts';
import { useSessions } from '../use-sessions.ts';
import classes from './session-list.module.css';

/** Where the person is signed in, this place marked; each of the others can be ended (SEC-01). */
export function SessionList() {
  const { text } = useTexts();
  const { sessions, error, reload, end, isEnding } = useSessions();
  const [asked, ask] = useState<readonly SessionEntry[]>([]);
  const others = sessions?.filter(({ current }) => !current) ?? [];
  const columns = useColumns((entry) => ask([entry]));
  const [first] = asked;

  return (
    <div className={classes.list}>
      <div className={classes.bar}>
        <p className={classes.help}>{text('signIns.help')}</p>
        {others.length > 1 && (
          <Button kind="danger" icon={mdiLogout} onClick={() => ask(others)}>
            {text('signIns.endOthers')}
          </Button>
        )}
      </div>
      {!sessions && !error && <Skeleton height={200} />}
      {!sessions && error && <FailedState {...failureWords(error, text)} onRetry={reload} />}
      {sessions && (
        <DataTable label={text('menu.sessions')} columns={columns} rows={sessions} keyOf={({ id }) => id} />
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
              asked.map(({ id }) => id),
              { onSettled: () => ask([]) },
            )
          }
          onClose={() => ask([])}
        >
          {asked.length === 1
            ? text('signIns.endQuestion', { name: placeWords(first, text) })
            : text('signIns.endOthersQuestion', { count: asked.length })}
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
          {placeWords(entry, text)} {entry.current && <Pill tone="online">{text('signIns.current')}</Pill>}
        </span>
      ),
    },
    {
      key: 'kind',
      title: text('signIns.kind'),
      cell: ({ kind }: SessionEntry) => text(`signIns.${kind}`),
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

function placeWords({ userAgent }: SessionEntry, text: Text): string {
  const place = signInPlaceOf(userAgent);
  if (place.kind === 'unknown') return text('signIns.unknownPlace');
  if (place.kind === 'program') return text('signIns.program', { name: place.name });
  const { browser, system } = place;
  return system === undefined ? browser : text('signIns.browserOn', { browser, system });
}
