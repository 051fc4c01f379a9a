import { type Geofence, geofenceSchema } from '@atalaia/contract/rules/geofence';
import type { TextKey } from '../../lib/texts/texts.ts';
import type { Resource } from '../../resources/resource.ts';
import { ExportGeofences } from './export-geofences.tsx';
import { type GeofenceValues, geofencesForm } from './geofences-form.ts';
import { ImportGeofences } from './import-geofences.tsx';

/** What an area begins with says its shape. */
const shapes: readonly (readonly [RegExp, TextKey])[] = [
  [/^\s*POLYGON/i, 'geofence.polygon'],
  [/^\s*CIRCLE/i, 'geofence.circle'],
  [/^\s*LINESTRING/i, 'geofence.line'],
];

export const geofences: Resource<Geofence, GeofenceValues> = {
  title: 'geofence.title',
  path: 'geofences',
  schema: geofenceSchema,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'geofence.name', sort: 'name', cell: ({ name }) => name },
    {
      key: 'shape',
      title: 'geofence.area',
      sort: 'shape',
      cell: ({ area }, { text }) => {
        const [, shape] = shapes.find(([begins]) => begins.test(area)) ?? [];
        return shape ? text(shape) : null;
      },
    },
    {
      key: 'speedLimit',
      title: 'geofence.speedLimit',
      sort: 'speedLimit',
      cell: ({ attributes: { speedLimit } }, { formats }) =>
        speedLimit === undefined ? null : formats.speed(speedLimit),
    },
    {
      key: 'description',
      title: 'geofence.description',
      sort: 'description',
      muted: true,
      cell: ({ description }) => description,
    },
  ],
  form: geofencesForm,
  tools: [
    { key: 'import', writes: true, render: (props) => <ImportGeofences {...props} /> },
    { key: 'export', writes: false, render: (props) => <ExportGeofences {...props} /> },
  ],
};
