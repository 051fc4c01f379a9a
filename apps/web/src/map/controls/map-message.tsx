import { mdiAlertCircleOutline, mdiMapMarkerOffOutline, mdiRefresh } from '@mdi/js';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { MapCore } from '../map-api.ts';
import { useMapState } from '../use-map-state.ts';
import classes from './map-message.module.css';

/** Why there is nothing on the map, and what to do. The map under it stays usable. */
export function MapMessage({ core }: { readonly core: Pick<MapCore, 'state'> }) {
  const { text } = useTexts();
  const load = useMapState(core, (state) => state.load);
  const deviceCount = useMapState(core, (state) => state.deviceCount);
  if (load === 'failed') {
    return (
      <Card className={classes.notice} role="alert">
        <Icon path={mdiAlertCircleOutline} className={classes.failed} />
        {text('map.loadFailed')}
        <Button icon={mdiRefresh} onClick={() => window.location.reload()}>
          {text('error.reload')}
        </Button>
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

/** In the map's place where the browser cannot draw one: what continues without it, and what to do (ERR-03). */
export function NoMap() {
  const { text } = useTexts();
  return (
    <div className={classes.place}>
      <FailedState
        title={text('map.lostTitle')}
        reason={text('map.lostText')}
        retryLabel={text('error.reload')}
        onRetry={() => window.location.reload()}
      />
    </div>
  );
}
