import { type Sinister, sinisterSchema } from '@atalaia/contract/sinisters/sinister';
import { sinisterTone } from '../../lib/sinister/sinister-tone.ts';
import type { Resource } from '../../resources/resource.ts';
import { Pill } from '../../ui/layout/pill.tsx';
import { PlayTheft } from './play-theft.tsx';

export const sinisters: Resource<Sinister> = {
  title: 'sinister.title',
  path: 'sinisters',
  query: { all: 'true' },
  schema: sinisterSchema,
  nameOf: ({ number }, { text }) => text('sinister.number', { number }),
  tools: [{ key: 'demo', writes: true, render: () => <PlayTheft /> }],
  columns: [
    {
      key: 'number',
      title: 'list.columnSinister',
      sort: 'number',
      cell: ({ number }, { text }) => text('sinister.number', { number }),
    },
    { key: 'plate', title: 'sinister.plate', sort: 'devicePlate', cell: ({ devicePlate }) => devicePlate },
    { key: 'device', title: 'sinister.device', sort: 'deviceName', cell: ({ device }) => device.name },
    {
      key: 'customer',
      title: 'sinister.customer',
      sort: 'customerName',
      optional: 860,
      cell: ({ customerName }) => customerName,
    },
    {
      key: 'type',
      title: 'sinister.openingType',
      sort: 'openingType',
      cell: ({ openingType }, { text }) => text(`openingType.${openingType}`),
    },
    {
      key: 'date',
      title: 'sinister.openingDate',
      sort: 'openingDate',
      muted: true,
      cell: ({ openingDate }, { formats }) => formats.dateTime(openingDate),
    },
    {
      key: 'status',
      title: 'list.columnStatus',
      sort: 'status',
      cell: (sinister, { text }) => (
        <Pill tone={sinisterTone(sinister, Date.now())}>
          {text(sinister.status === 'opened' ? 'sinister.statusOpened' : 'sinister.statusClosed')}
        </Pill>
      ),
    },
  ],
};
