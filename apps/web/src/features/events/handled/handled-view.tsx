import { type HandledEvent, handledEventSchema } from '@atalaia/contract/rules/event';
import { useDebouncedValue } from '@mantine/hooks';
import { mdiBellCheckOutline } from '@mdi/js';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { vehicleText } from '../../../lib/device/vehicle-text.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { ReferenceField } from '../../../resources/form/reference-field.tsx';
import { type Days, EndlessList, instantsOf } from '../../../resources/list/endless-list.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import type { GridColumn } from '../../../ui/table/grid-table.tsx';
import { EventTypeFilter } from '../components/event-type-filter.tsx';
import { eventLabel } from '../event-label.ts';

/** A pause in typing this long asks the server, ms. */
const pauseMs = 300;

interface HandledViewProps {
  readonly onOpen: (eventId: number) => void;
}

/** Which events were handled, by whom, when and how; searched by words, device, type, operator and days (EVT-03). */
export function HandledView({ onOpen }: HandledViewProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const [filter, change] = useState(noFilter);
  const [asked] = useDebouncedValue(filter, pauseMs);
  const columns: readonly GridColumn<HandledEvent>[] = [
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
    <EndlessList
      label={text('menu.handledEvents')}
      columns={columns}
      query={useHandledEvents(asked)}
      filter={filter}
      asked={asked}
      onFilter={change}
      fields={<Fields filter={filter} onChange={change} />}
      empty={{ icon: mdiBellCheckOutline, title: text('handled.empty'), hint: text('handled.emptyHelp') }}
      onSelect={({ id }) => onOpen(id)}
    />
  );
}

interface FieldsProps {
  readonly filter: HandledFilter;
  readonly onChange: (filter: HandledFilter) => void;
}

function Fields({ filter, onChange }: FieldsProps) {
  const { text } = useTexts();
  return (
    <>
      <div>
        <SearchField
          label={text('handled.search')}
          text={filter.keyword}
          onType={(keyword) => onChange({ ...filter, keyword })}
        />
      </div>
      <div>
        <ReferenceField
          path="devices"
          label={text('handled.device')}
          placeholder={text('handled.device')}
          clearLabel={text('action.clear')}
          chosen={filter.deviceId}
          onChoose={(deviceId) => onChange({ ...filter, deviceId })}
        />
      </div>
      <div>
        <ReferenceField
          path="users"
          label={text('handled.by')}
          placeholder={text('handled.by')}
          clearLabel={text('action.clear')}
          chosen={filter.userId}
          onChoose={(userId) => onChange({ ...filter, userId })}
        />
      </div>
      <div>
        <EventTypeFilter chosen={filter.types} onChoose={(types) => onChange({ ...filter, types })} />
      </div>
    </>
  );
}

interface HandledFilter extends Days {
  readonly keyword: string;
  readonly deviceId: string;
  readonly userId: string;
  readonly types: readonly string[];
}

export const noFilter: HandledFilter = Object.freeze({
  ...{ keyword: '', deviceId: '', userId: '', types: [], from: '', to: '' },
});

const pageSize = 100;

/** The query of a filter: days in the person's zone as instants. */
export function queryOf(filter: HandledFilter, timezone: string) {
  const { keyword, deviceId, userId, types } = filter;
  return {
    ...(keyword.trim() !== '' && { keyword: keyword.trim() }),
    ...(deviceId !== '' && { deviceId }),
    ...(userId !== '' && { userId }),
    ...(types.length > 0 && { type: types }),
    ...instantsOf(filter, timezone),
  };
}

/** Handled events as far as they were requested, the last handled first. */
function useHandledEvents(filter: HandledFilter) {
  const api = useApi();
  const { timezone } = useSettings();
  const query = queryOf(filter, timezone);
  return useInfiniteQuery({
    queryKey: ['handled-events', query],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }): Promise<HandledEvent[]> =>
      api.json(
        { path: 'events/handled', query: { ...query, limit: pageSize, offset: pageParam }, signal },
        z.array(handledEventSchema),
      ),
    getNextPageParam: (page, pages) => (page.length < pageSize ? undefined : pages.length * pageSize),
    placeholderData: keepPreviousData,
    retry: false,
  });
}
