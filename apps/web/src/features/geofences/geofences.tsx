import { type Geofence, geofenceSchema } from '@atalaia/contract/rules/geofence';
import { mdiDownload } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { statusText } from '../../lib/texts/failure-text.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { ListToolProps, Resource } from '../../resources/resource.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Menu, MenuItem } from '../../ui/layout/menu.tsx';
import type { FileFormat } from './files/write-geofence-file.ts';
import { type GeofenceValues, geofencesForm } from './geofences-form.tsx';
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
      optional: 620,
      cell: ({ attributes: { speedLimit } }, { formats }) =>
        speedLimit === undefined ? null : formats.speed(speedLimit),
    },
    {
      key: 'description',
      title: 'geofence.description',
      sort: 'description',
      muted: true,
      optional: 620,
      cell: ({ description }) => description,
    },
  ],
  form: geofencesForm,
  tools: [
    { key: 'import', writes: true, render: (props) => <ImportGeofences {...props} /> },
    { key: 'export', writes: false, render: (props) => <ExportGeofences {...props} /> },
  ],
};

/** All that the list shows, searched as it is, as a file for other programs (GEO-01). */
function ExportGeofences({ keyword }: ListToolProps) {
  const { text } = useTexts();
  const api = useApi();
  const { mutate, isPending } = useMutation({
    async mutationFn(format: FileFormat) {
      const query = keyword === '' ? {} : { keyword };
      const geofences = await api.json({ path: 'geofences', query }, z.array(geofenceSchema));
      if (geofences.length === 0) return toasts.show('info', text('geofenceFile.nothing'));
      const { writeGeofenceFile, mediaTypes } = await import('./files/write-geofence-file.ts');
      const content = new Blob([writeGeofenceFile(geofences, format)], { type: mediaTypes[format] });
      saveFile(content, `${text('geofenceFile.namePrefix')}.${format}`);
    },
    onError: (error) => toasts.show('failure', statusText(error, text)),
  });
  return (
    <Menu
      target={
        <IconButton outlined name={text('geofenceFile.export')} icon={mdiDownload} loading={isPending} />
      }
    >
      <MenuItem icon={mdiDownload} onClick={() => mutate('geojson')}>
        GeoJSON
      </MenuItem>
      <MenuItem icon={mdiDownload} onClick={() => mutate('kml')}>
        KML
      </MenuItem>
    </Menu>
  );
}
