import { mdiCarOutline, mdiCrosshairsGps, mdiShieldAlertOutline, mdiTagOutline } from '@mdi/js';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { MapCore } from '../map-api.ts';
import { useMapState } from '../use-map-state.ts';
import { BaseMapMenu } from './base-map-menu.tsx';
import classes from './map-tools.module.css';

/** The action menu on the map's right edge: base map, and what is drawn (MAP-04). */
export function MapTools({ core }: { readonly core: MapCore }) {
  const { text } = useTexts();
  const devices = useMapState(core, (state) => state.devices);
  const alarms = useMapState(core, (state) => state.alarms);
  const labels = useMapState(core, (state) => state.labels);
  const follow = useMapState(core, (state) => state.follow);
  const toggles = [
    { name: text('mapTool.devices'), icon: mdiCarOutline, on: devices, set: core.setDevicesVisible },
    { name: text('mapTool.alarms'), icon: mdiShieldAlertOutline, on: alarms, set: core.setAlarmsVisible },
    { name: text('mapTool.labels'), icon: mdiTagOutline, on: labels, set: core.setLabels },
    { name: text('mapTool.follow'), icon: mdiCrosshairsGps, on: follow, set: core.setFollow },
  ];
  return (
    <Card className={classes.tools} aria-label={text('mapTool.title')}>
      <BaseMapMenu core={core} />
      <hr />
      {toggles.map(({ name, icon, on, set }) => (
        <IconButton key={icon} name={name} icon={icon} pressed={on} onClick={() => set(!on)} />
      ))}
    </Card>
  );
}
