import type { Alarm, AlarmRecent } from '@atalaia/contract/desk/alarm';
import { type Event, eventSchema } from '@atalaia/contract/rules/event';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import parts from '../../../ui/layout/panel-part.module.css';
import { alarmTitle } from '../alarm-title.ts';
import { getRecent } from '../desk-calls.ts';
import classes from './work-parts.module.css';

type Of = Pick<Alarm, 'id' | 'deviceId'>;

/** What happened to the vehicle before: its last ten events, and alarms, cases and commands of 30 days (DESK-07). */
export function VehiclePast({ alarm }: { readonly alarm: Of }) {
  const { text } = useTexts();
  if (alarm.deviceId === 0) return null;
  return (
    <>
      <Fold title={text('desk.lastEvents')}>
        <LastEvents deviceId={alarm.deviceId} />
      </Fold>
      <Fold title={text('desk.lastDays')}>
        <LastDays alarm={alarm} />
      </Fold>
    </>
  );
}

/** What is folded is not asked for. */
function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={parts.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}

const lastCount = 10;

function LastEvents({ deviceId }: { readonly deviceId: number }) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const query = useQuery({
    queryKey: ['events', 'last', deviceId],
    queryFn: ({ signal }) =>
      api.json({ path: 'events', query: { deviceId, limit: lastCount }, signal }, z.array(eventSchema)),
  });
  const labelOf = ({ type, attributes }: Event) =>
    attributes.alarm
      ? textOr(`alarm.${attributes.alarm}`, attributes.alarm)
      : textOr(`eventType.${type}`, type);
  return (
    <QueryView
      query={query}
      failure={(error) => failureMessage(error, text)}
      waiting={<Skeleton height={60} />}
    >
      {(events) => (
        <Lines
          lines={events.map((event) => ({
            key: event.id,
            what: labelOf(event),
            when: formats.dateTime(event.eventTime),
            more: event.handledBy ?? undefined,
          }))}
        />
      )}
    </QueryView>
  );
}

function LastDays({ alarm }: { readonly alarm: Of }) {
  const texts = useTexts();
  const { text, textOr } = texts;
  const formats = useFormats();
  const api = useApi();
  const query = useQuery({
    queryKey: ['alarm-recent', alarm.id],
    queryFn: ({ signal }) => getRecent(api, alarm.id, signal),
  });
  const alarmsOf = ({ alarms }: AlarmRecent) =>
    alarms
      .filter(({ id }) => id !== alarm.id)
      .map((one) => ({
        key: one.id,
        what: alarmTitle(one, texts),
        when: formats.dateTime(one.openedAt),
        more: [one.outcomeName, one.closedBy].filter(Boolean).join(' · ') || undefined,
      }));
  return (
    <QueryView
      query={query}
      failure={(error) => failureMessage(error, text)}
      waiting={<Skeleton height={90} />}
    >
      {(recent) => (
        <>
          <h4 className={parts.title}>{text('desk.tab')}</h4>
          <Lines lines={alarmsOf(recent)} />
          <h4 className={parts.title}>{text('menu.sinister')}</h4>
          <Lines
            lines={recent.sinisters.map(({ id, number, openingType, openingDate, status }) => ({
              key: id,
              what: `${number} · ${textOr(`openingType.${openingType}`, openingType)}`,
              when: formats.dateTime(openingDate),
              more: text(status === 'closed' ? 'desk.caseClosed' : 'desk.caseOpen'),
            }))}
          />
          <h4 className={parts.title}>{text('desk.commands')}</h4>
          <Lines
            lines={recent.commands.map(({ id, type, state, userName, createdAt }) => ({
              key: id,
              what: textOr(`commandType.${type}`, type),
              when: formats.dateTime(createdAt),
              more: [textOr(`commandState.${state}`, state), userName].filter(Boolean).join(' · '),
            }))}
          />
        </>
      )}
    </QueryView>
  );
}

interface Line {
  readonly key: number;
  readonly what: string;
  readonly when: string;
  readonly more: string | undefined;
}

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  const { text } = useTexts();
  if (lines.length === 0) return <p className={parts.none}>{text('desk.nothingThere')}</p>;
  return (
    <ol className={parts.list}>
      {lines.map(({ key, what, when, more }) => (
        <li key={key} className={classes.line}>
          <span>{what}</span>
          {more && <span className={parts.muted}>{more}</span>}
          <span className={parts.stamp}>{when}</span>
        </li>
      ))}
    </ol>
  );
}
