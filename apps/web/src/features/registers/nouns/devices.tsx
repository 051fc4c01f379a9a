import { type Device, deviceSchema } from '@atalaia/contract/device';
import { TimeAgo } from '../../../lib/formats/time-ago-text.tsx';
import { Pill } from '../../../ui/layout/pill.tsx';
import type { Register } from '../register.ts';

export const devices: Register<Device> = {
  title: 'device.title',
  path: 'devices',
  schema: deviceSchema,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'device.name', cell: ({ name }) => name },
    { key: 'uniqueId', title: 'device.uniqueId', muted: true, cell: ({ uniqueId }) => uniqueId },
    { key: 'group', title: 'device.group', cell: ({ groupName }) => groupName },
    { key: 'customer', title: 'device.customer', cell: ({ customerName }) => customerName },
    {
      key: 'status',
      title: 'device.status',
      cell: ({ status, disabled }, { text }) =>
        disabled ? (
          <Pill tone="offline">{text('device.disabled')}</Pill>
        ) : (
          <Pill tone={status}>{text(`legend.${status}`)}</Pill>
        ),
    },
    {
      key: 'lastUpdate',
      title: 'device.lastUpdate',
      muted: true,
      cell: ({ lastUpdate }, { text }) =>
        lastUpdate ? <TimeAgo instant={lastUpdate} /> : text('value.missingDate'),
    },
  ],
  deviceOf: ({ id }) => id,
};
