import { mdiAlertCircleOutline, mdiMapMarkerOffOutline } from '@mdi/js';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { MapCore } from '../map-api.ts';
import { useMapState } from '../use-map-state.ts';
import classes from './map-notice.module.css';

/** Why there is nothing on the map, and what to do. The map under it stays usable. */
export function MapNotice({ core }: { readonly core: Pick<MapCore, 'state'> }) {
  const { text } = useTexts();
  const load = useMapState(core, (state) => state.load);
  const deviceCount = useMapState(core, (state) => state.deviceCount);
  if (load === 'failed') {
    return (
      <Card className={classes.notice} role="alert">
        <Icon path={mdiAlertCircleOutline} className={classes.failed} />
        {text('map.loadFailed')}
      </Card>
    );
  }
  if (load !== 'ready' || deviceCount > 0) return null;
  return (
    <Card className={classes.notice} role="status">
      <Icon path={mdiMapMarkerOffOutline} />
      {text('map.noDevices')}
    </Card>
  );
}
