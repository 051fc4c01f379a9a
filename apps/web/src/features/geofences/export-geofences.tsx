import { geofenceSchema } from '@atalaia/contract/rules/geofence';
import { mdiDownload } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { statusText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { ListToolProps } from '../../resources/resource.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Menu, MenuItem } from '../../ui/layout/menu.tsx';
import type { FileFormat } from './files/write-geofence-file.ts';

/** All that the list shows, searched as it is, as a file for other programs (GEO-01). */
export function ExportGeofences({ keyword }: ListToolProps) {
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
