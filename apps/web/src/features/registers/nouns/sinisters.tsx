import { type Sinister, sinisterSchema } from '@atalaia/contract/sinister';
import { Pill, type Tone } from '../../../ui/layout/pill.tsx';
import type { Register } from '../register.ts';

/** A closing without the vehicle is the bad one. */
function toneOf({ status, closingType }: Sinister): Tone {
  if (status === 'opened') return 'unknown';
  return closingType === 'vehicleNotFound' ? 'alarm' : 'online';
}

export const sinisters: Register<Sinister> = {
  title: 'sinister.title',
  path: 'sinisters',
  query: { all: 'true' },
  schema: sinisterSchema,
  nameOf: ({ number }, { text }) => text('sinister.number', { number }),
  columns: [
    {
      key: 'number',
      title: 'list.columnSinister',
      cell: ({ number }, { text }) => text('sinister.number', { number }),
    },
    { key: 'plate', title: 'sinister.plate', cell: ({ devicePlate }) => devicePlate },
    { key: 'device', title: 'sinister.device', cell: ({ device }) => device.name },
    { key: 'customer', title: 'sinister.customer', cell: ({ customerName }) => customerName },
    {
      key: 'type',
      title: 'sinister.openingType',
      cell: ({ openingType }, { text }) => text(`openingType.${openingType}`),
    },
    {
      key: 'date',
      title: 'sinister.openingDate',
      muted: true,
      cell: ({ openingDate }, { formats }) => formats.dateTime(openingDate),
    },
    {
      key: 'status',
      title: 'list.columnStatus',
      cell: (sinister, { text }) => (
        <Pill tone={toneOf(sinister)}>
          {text(sinister.status === 'opened' ? 'sinister.statusOpened' : 'sinister.statusClosed')}
        </Pill>
      ),
    },
  ],
  deviceOf: ({ deviceId }) => deviceId,
};
