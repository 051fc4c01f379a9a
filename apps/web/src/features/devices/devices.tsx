import { type Device, deviceSchema } from '@atalaia/contract/devices/device';
import { categories } from '@atalaia/domain/catalog/categories';
import { TimeAgo } from '../../lib/formats/time-ago.tsx';
import { categoryIcon } from '../../lib/icons/category-icon.ts';
import { importTool } from '../../resources/import/import-tool.tsx';
import { spreadsheetTool } from '../../resources/import/spreadsheet-tool.tsx';
import type { CellTexts, Resource } from '../../resources/resource.ts';
import { Icon } from '../../ui/icon.tsx';
import { Pill } from '../../ui/layout/pill.tsx';
import { deviceForm } from './device-form.ts';
import type { DeviceValues } from './device-values.ts';

const namedCategories = ({ textOr }: Pick<CellTexts, 'textOr'>) =>
  categories
    .map((value) => ({ value, label: textOr(`category.${value}`, value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));

export const devices = {
  title: 'device.title',
  path: 'devices',
  schema: deviceSchema,
  nameOf: ({ name }) => name,
  columns: [
    {
      key: 'category',
      title: 'device.category',
      width: 40,
      icon: true,
      muted: true,
      cell: ({ category }) => <Icon path={categoryIcon(category)} size={18} />,
    },
    { key: 'name', title: 'device.name', sort: 'name', cell: ({ name }) => name },
    {
      key: 'uniqueId',
      title: 'device.uniqueId',
      sort: 'uniqueId',
      muted: true,
      optional: 420,
      cell: ({ uniqueId }) => uniqueId,
    },
    {
      key: 'model',
      title: 'device.model',
      sort: 'model',
      muted: true,
      hidden: true,
      cell: ({ model }) => model,
    },
    {
      key: 'phone',
      title: 'device.phone',
      muted: true,
      hidden: true,
      cell: ({ phone }) => phone,
    },
    {
      key: 'plate',
      title: 'device.plate',
      hidden: true,
      cell: ({ attributes }) => attributes.plate,
    },
    {
      key: 'group',
      title: 'device.group',
      optional: 620,
      sort: 'groupName',
      cell: ({ groupName }) => groupName,
    },
    {
      key: 'customer',
      title: 'device.customer',
      optional: 860,
      sort: 'customerName',
      cell: ({ customerName }) => customerName,
    },
    {
      key: 'status',
      title: 'device.status',
      sort: 'status',
      cell: ({ status, disabled, lastUpdate }, { text }) => {
        if (disabled) return <Pill tone="offline">{text('device.disabled')}</Pill>;
        return <Pill tone={status}>{text(lastUpdate ? `legend.${status}` : 'panel.neverConnected')}</Pill>;
      },
    },
    {
      key: 'lastUpdate',
      title: 'device.lastUpdate',
      sort: 'lastUpdate',
      muted: true,
      optional: 620,
      cell: ({ lastUpdate }, { text }) =>
        lastUpdate ? <TimeAgo instant={lastUpdate} /> : text('value.missingDate'),
    },
  ],
  form: deviceForm,
  links: 'deviceId',
  lockedFor: ({ deviceReadonly }) => deviceReadonly,
  tools: [
    importTool({
      path: 'imports/devices',
      title: 'import.devices',
      done: 'import.doneDevices',
      templateName: 'modelo-dispositivos.xlsx',
    }),
    spreadsheetTool({ path: 'devices', fileName: 'dispositivos.xlsx' }),
  ],
  filters: [
    { key: 'groupId', label: 'device.group', path: 'groups' },
    { key: 'customerId', label: 'device.customer', path: 'customers' },
    {
      key: 'category',
      label: 'device.category',
      options: namedCategories,
    },
    {
      key: 'status',
      label: 'device.status',
      options: ({ text }) => [
        ...(['online', 'unknown', 'offline'] as const).map((value) => ({
          value,
          label: text(`legend.${value}`),
        })),
        { value: 'disabled', label: text('device.disabled') },
      ],
    },
  ],
  bulk: {
    noun: 'device',
    acts: [
      { key: 'groupId', label: 'device.group', path: 'groups' },
      { key: 'customerId', label: 'device.customer', path: 'customers' },
      { key: 'category', label: 'device.category', options: namedCategories },
      { key: 'disable' },
      { key: 'enable' },
      { key: 'remove' },
    ],
  },
  mapIdOf: ({ id }) => id,
} satisfies Resource<Device, DeviceValues>;
