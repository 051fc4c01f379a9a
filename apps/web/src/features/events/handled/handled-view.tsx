import type { HandledEvent } from '@atalaia/contract/rules/event';
import { parseFormInstant } from '@atalaia/domain/time/dates';
import { useDebouncedValue } from '@mantine/hooks';
import { mdiBellCheckOutline, mdiRefresh, mdiTableSearch } from '@mdi/js';
import { useState } from 'react';
import { vehicleText } from '../../../lib/device/vehicle-text.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { ReferenceField } from '../../../resources/form/reference-field.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { GridTable } from '../../../ui/table/grid-table.tsx';
import { EventTypeFilter } from '../components/event-type-filter.tsx';
import { eventLabel } from '../event-label.ts';
import classes from './handled-view.module.css';
import { type HandledFilter, noFilter, useHandledEvents } from './use-handled.ts';

/** A pause in typing this long asks the server, ms. */
const pauseMs = 300;

/** So many rows before the last one older ones are requested. */
const nearEnd = 30;

interface HandledViewProps {
  readonly onOpen: (eventId: number) => void;
}

/** Which events were handled, by whom, when and how; searched by words, device, type, operator and days (EVT-03). */
export function HandledView({ onOpen }: HandledViewProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const [filter, change] = useState(noFilter);
  const [asked] = useDebouncedValue(filter, pauseMs);
  const { data, error, isFetching, isPlaceholderData, hasNextPage, fetchNextPage, refetch } =
    useHandledEvents(asked);
  const events = data?.pages.flat();
  const columns = [
    {
      ...{ key: 'handledAt', title: text('handled.at'), width: 176 },
      cell: ({ handledAt }: HandledEvent) => (handledAt ? formats.dateTime(handledAt) : '-'),
    },
    {
      ...{ key: 'handledBy', title: text('handled.by'), width: 150 },
      cell: ({ handledBy }: HandledEvent) => handledBy ?? '-',
    },
    {
      ...{ key: 'event', title: text('handled.event'), width: 170 },
      cell: (event: HandledEvent) => eventLabel(event, textOr),
    },
    {
      ...{ key: 'device', title: text('handled.device'), names: true, width: 190 },
      cell: ({ name, plate }: HandledEvent) => vehicleText(name, plate),
    },
    {
      ...{ key: 'eventTime', title: text('handled.happened'), muted: true, width: 176 },
      cell: ({ eventTime }: HandledEvent) => formats.dateTime(eventTime),
    },
    {
      ...{ key: 'comment', title: text('event.comment') },
      cell: ({ comment }: HandledEvent) => <span title={comment ?? undefined}>{comment ?? '-'}</span>,
    },
  ];
  return (
    <div className={classes.view} data-fills>
      <Filters filter={filter} onChange={change} busy={isFetching} onReload={() => void refetch()} />
      {!events && !error && <Skeleton height={394} />}
      {error && (
        <FailedState
          low={events !== undefined}
          {...failureMessage(error, text)}
          onRetry={() => void (events ? fetchNextPage() : refetch())}
        />
      )}
      {events?.length === 0 && (
        <EmptyState
          icon={filter === noFilter ? mdiBellCheckOutline : mdiTableSearch}
          title={text('handled.empty')}
          hint={text(filter === noFilter ? 'handled.emptyHelp' : 'handled.emptyFilter')}
        />
      )}
      {events && events.length > 0 && (
        <GridTable
          key={JSON.stringify(asked)}
          label={text('menu.handledEvents')}
          columns={columns}
          count={events.length}
          rowAt={(index) => events[index]}
          keyOf={({ id }) => id}
          selected={undefined}
          onSelect={({ id }) => onOpen(id)}
          sorted={null}
          onSort={() => undefined}
          // -1 is ARIA's word for a number nobody knows; the table adds its head.
          total={hasNextPage ? -2 : events.length}
          onVisibleRange={(_, last) =>
            last >= events.length - nearEnd && hasNextPage && !isFetching && !error && void fetchNextPage()
          }
          busy={isPlaceholderData}
        />
      )}
    </div>
  );
}

interface FiltersProps {
  readonly filter: HandledFilter;
  readonly onChange: (filter: HandledFilter) => void;
  readonly busy: boolean;
  readonly onReload: () => void;
}

function Filters({ filter, onChange, busy, onReload }: FiltersProps) {
  const { text } = useTexts();
  return (
    <div className={classes.filters}>
      <div className={classes.words}>
        <SearchField
          label={text('handled.search')}
          text={filter.keyword}
          onType={(keyword) => onChange({ ...filter, keyword })}
        />
      </div>
      <div className={classes.choice}>
        <ReferenceField
          path="devices"
          label={text('handled.device')}
          placeholder={text('handled.device')}
          clearLabel={text('action.clear')}
          chosen={filter.deviceId}
          onChoose={(deviceId) => onChange({ ...filter, deviceId })}
        />
      </div>
      <div className={classes.choice}>
        <ReferenceField
          path="users"
          label={text('handled.by')}
          placeholder={text('handled.by')}
          clearLabel={text('action.clear')}
          chosen={filter.userId}
          onChoose={(userId) => onChange({ ...filter, userId })}
        />
      </div>
      <div className={classes.choice}>
        <EventTypeFilter chosen={filter.types} onChoose={(types) => onChange({ ...filter, types })} />
      </div>
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className={classes.day}>
          <DateField
            label={text(`handled.${end}`)}
            placeholder={text('form.datePattern')}
            chooseLabel={`${text('action.choose')}: ${text(`handled.${end}`)}`}
            error={isNoDay(filter[end]) ? text('form.notADate') : undefined}
            text={filter[end]}
            onType={(day) => onChange({ ...filter, [end]: day })}
          />
        </div>
      ))}
      <IconButton
        outlined
        size={34}
        name={text('handled.reload')}
        icon={mdiRefresh}
        disabled={busy}
        onClick={onReload}
      />
    </div>
  );
}

/** The calendar has no such day, as far as it is typed. */
function isNoDay(typed: string): boolean {
  return typed.length >= 'dd/MM/yyyy'.length && parseFormInstant(typed, 'UTC') === undefined;
}
