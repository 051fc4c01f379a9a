import { type Geofence, geofenceSchema } from '@atalaia/contract/geofence';
import type { TextKey } from '../../../lib/texts/texts.ts';
import type { Register } from '../register.ts';

/** What an area begins with says its shape. */
const shapes: readonly (readonly [RegExp, TextKey])[] = [
  [/^\s*POLYGON/i, 'geofence.polygon'],
  [/^\s*CIRCLE/i, 'geofence.circle'],
  [/^\s*LINESTRING/i, 'geofence.line'],
];

export const geofences: Register<Geofence> = {
  title: 'geofence.title',
  path: 'geofences',
  schema: geofenceSchema,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'geofence.name', cell: ({ name }) => name },
    {
      key: 'shape',
      title: 'geofence.area',
      cell: ({ area }, { text }) => {
        const [, shape] = shapes.find(([begins]) => begins.test(area)) ?? [];
        return shape ? text(shape) : null;
      },
    },
    {
      key: 'speedLimit',
      title: 'geofence.speedLimit',
      cell: ({ attributes: { speedLimit } }, { formats }) =>
        speedLimit === undefined ? null : formats.speed(speedLimit),
    },
    {
      key: 'description',
      title: 'geofence.description',
      muted: true,
      cell: ({ description }) => description,
    },
  ],
};
