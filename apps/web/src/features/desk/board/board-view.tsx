import { alarmSeverities } from '@atalaia/contract/desk/alarm';
import { type Board, boardSchema } from '@atalaia/contract/desk/desk';
import { mdiMonitor } from '@mdi/js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { vehicleText } from '../../../lib/device/vehicle-text.ts';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useSilences } from '../../../live/desk/use-silences.ts';
import { Button } from '../../../ui/button/button.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Pill } from '../../../ui/layout/pill.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { alarmSubject, alarmTitle, severityTone } from '../alarm-title.ts';
import { durationText, shareText } from '../duration.ts';
import classes from './board-view.module.css';
import { HoursChart } from './hours-chart.tsx';

interface BoardViewProps {
  readonly onOpen: (alarmId: number) => void;
  /** Shows it on a big screen; absent there. */
  readonly onWall?: () => void;
}

const refreshMs = 5000;

/** "Supervisão": what waits and is late, who is on duty with what, and how the last 24 hours went (SLA-03). */
export function BoardView({ onOpen, onWall }: BoardViewProps) {
  const { text } = useTexts();
  const api = useApi();
  const query = useQuery({
    queryKey: ['desk-board'],
    queryFn: ({ signal }) => api.json({ path: 'desk/board', signal }, boardSchema),
    refetchInterval: refreshMs,
    refetchIntervalInBackground: true,
    placeholderData: keepPreviousData,
  });
  return (
    <div className={classes.board} data-wall={!onWall || undefined}>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={320} />}
      >
        {(board) => (
          <>
            {query.isRefetchError && (
              <p className={classes.warning} role="status">
                {text('desk.boardOld')}
              </p>
            )}
            <Now board={board} onOpen={onOpen} />
            <OnDuty board={board} onOpen={onOpen} />
            <Silenced />
            <section>
              <div className={classes.head}>
                <h2 className={classes.title}>{text('desk.last24h')}</h2>
                {onWall && (
                  <Button icon={mdiMonitor} onClick={onWall}>
                    {text('desk.wall')}
                  </Button>
                )}
              </div>
              <HoursChart hours={board.hours} />
            </section>
            <Work board={board} />
          </>
        )}
      </QueryView>
    </div>
  );
}

function Now({ board, onOpen }: { readonly board: Board; readonly onOpen: (alarmId: number) => void }) {
  const texts = useTexts();
  const { text } = texts;
  const { oldest } = board;
  return (
    <section>
      {board.nobodyOnDuty && (
        <p className={classes.warning} role="alert">
          {text('desk.nobodyOnDuty')}
        </p>
      )}
      <ul className={classes.tiles}>
        {alarmSeverities.map((severity) => (
          <li key={severity} className={classes.tile} data-tone={severityTone[severity]}>
            <span className={classes.name}>{text(`alarmSeverity.${severity}`)}</span>
            <b className={classes.figure}>{board.waiting[severity]}</b>
            <span className={classes.breached} data-some={board.breached[severity] > 0 || undefined}>
              {text('desk.breached', { count: board.breached[severity] })}
            </span>
          </li>
        ))}
        <li className={classes.tile}>
          <span className={classes.name}>{text('desk.oldestTitle')}</span>
          {oldest ? (
            <button type="button" className={classes.oldest} onClick={() => onOpen(oldest.id)}>
              <b className={classes.figure}>
                <TimeAgo instant={oldest.openedAt} />
              </b>
              <span>
                {alarmTitle(oldest, texts)} · {alarmSubject(oldest, texts)}
              </span>
            </button>
          ) : (
            <b className={classes.figure}>–</b>
          )}
        </li>
      </ul>
    </section>
  );
}

const dutyTone = { on: 'online', pause: 'unknown', off: 'offline' } as const;

function OnDuty({ board, onOpen }: { readonly board: Board; readonly onOpen: (alarmId: number) => void }) {
  const { text } = useTexts();
  const { operators } = board;
  if (operators.length === 0) return null;
  return (
    <section>
      <h2 className={classes.title}>{text('desk.operators')}</h2>
      <ul className={classes.operators}>
        {operators.map(({ userId, name, role, duty, since, holds }) => (
          <li key={userId} className={classes.operator}>
            <p className={classes.line}>
              <b dir="auto">{name}</b>
              {role === 'supervisor' && <span className={classes.muted}>{text('deskRole.supervisor')}</span>}
              <Pill tone={dutyTone[duty]}>{text(`duty.${duty}`)}</Pill>
              {since && (
                <span className={classes.muted}>
                  <TimeAgo instant={since} />
                </span>
              )}
            </p>
            {holds.map(({ alarmId, deviceName, since: from }) => (
              <button key={alarmId} type="button" className={classes.hold} onClick={() => onOpen(alarmId)}>
                {deviceName ?? text('desk.noVehicle')} · <TimeAgo instant={from} />
              </button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What opens no alarm for now, and until when (DESK-16). */
function Silenced() {
  const { text } = useTexts();
  const formats = useFormats();
  const silences = useSilences();
  if (silences.length === 0) return null;
  return (
    <section>
      <h2 className={classes.title}>{text('desk.silences')}</h2>
      <DataTable
        label={text('desk.silences')}
        rows={silences}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'what',
            title: text('desk.vehicleOrCustomer'),
            cell: ({ deviceName, plate, customerName }) => vehicleText(deviceName ?? customerName, plate),
          },
          {
            key: 'reason',
            title: text('desk.reason'),
            cell: ({ reason }) => text(`silenceReason.${reason}`),
          },
          { key: 'by', title: text('desk.by'), muted: true, cell: ({ createdBy }) => createdBy },
          { key: 'until', title: text('desk.until'), cell: ({ until }) => formats.dateTime(until) },
        ]}
      />
    </section>
  );
}

/** By operator; each one's hours are below his name on the chart of the report. */
function Work({ board }: { readonly board: Board }) {
  const { text } = useTexts();
  const formats = useFormats();
  if (board.byOperator.length === 0) return null;
  const hourText = (instant: string) => formats.dateTime(instant).slice(-8, -3);
  const rows = board.byOperator.flatMap(({ userId, name, total, hours }) => [
    { key: `${userId}`, name, hour: text('desk.wholeDay'), ...total },
    ...hours.map((one) => ({ key: `${userId} ${one.hour}`, name: '', ...one, hour: hourText(one.hour) })),
  ]);
  return (
    <section>
      <h2 className={classes.title}>{text('desk.byOperator')}</h2>
      <DataTable
        label={text('desk.byOperator')}
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          { key: 'name', title: text('desk.operator'), cell: ({ name }) => name },
          { key: 'hour', title: text('desk.hour'), cell: ({ hour }) => hour },
          { key: 'taken', title: text('desk.taken'), cell: ({ taken }) => taken },
          { key: 'closed', title: text('desk.closedCount'), cell: ({ closed }) => closed },
          {
            key: 'claim',
            title: text('desk.medianClaim'),
            cell: (row) => durationText(row.medianClaimSeconds),
          },
          {
            key: 'close',
            title: text('desk.medianClose'),
            cell: (row) => durationText(row.medianCloseSeconds),
          },
          {
            key: 'inClaim',
            title: text('desk.withinClaim'),
            cell: (row) => shareText(row.withinClaim, formats),
          },
          {
            key: 'inClose',
            title: text('desk.withinClose'),
            cell: (row) => shareText(row.withinClose, formats),
          },
        ]}
      />
    </section>
  );
}
