import {
  mdiCarOutline,
  mdiChevronUp,
  mdiClose,
  mdiCrosshairsGps,
  mdiDotsHorizontal,
  mdiMapMarkerPath,
  mdiRuler,
  mdiShieldAlertOutline,
  mdiTagOutline,
  mdiUndo,
  mdiVectorPolygon,
} from '@mdi/js';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useStore } from '../../lib/store/use-store.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { MapCore } from '../map-api.ts';
import type { MapState } from '../map-state.ts';
import { useMapState } from '../use-map-state.ts';
import { BaseMapMenu } from './base-map-menu.tsx';
import { DeviceSearchBox } from './device-search-box.tsx';
import classes from './map-tools.module.css';

interface MapToolProps {
  readonly core: MapCore;
  readonly name: string;
  readonly icon: string;
  readonly isOn: (state: MapState) => boolean;
  readonly set: (on: boolean) => void;
}

interface MapToolsProps {
  readonly core: MapCore;
  /** More buttons, at the end; a phone never folds these, since the bell says of what waits. */
  readonly children?: ReactNode;
}

/** The action menu on the map's right edge: search, base map, what is drawn, and measuring (MAP-04). */
export function MapTools({ core, children }: MapToolsProps) {
  const { text } = useTexts();
  // Only a phone folds them: it has no room for all above what is along its lower edge.
  const [unfolded, unfold] = useState(false);
  const tools: readonly Omit<MapToolProps, 'core'>[] = [
    {
      name: text('mapTool.devices'),
      icon: mdiCarOutline,
      isOn: (state) => state.devices,
      set: core.setDevicesVisible,
    },
    {
      name: text('mapTool.geofences'),
      icon: mdiVectorPolygon,
      isOn: (state) => state.geofences,
      set: core.setGeofencesVisible,
    },
    {
      name: text('mapTool.alarms'),
      icon: mdiShieldAlertOutline,
      isOn: (state) => state.alarms,
      set: core.setAlarmsVisible,
    },
    { name: text('mapTool.labels'), icon: mdiTagOutline, isOn: (state) => state.labels, set: core.setLabels },
    {
      name: text('mapTool.traces'),
      icon: mdiMapMarkerPath,
      isOn: (state) => state.traces,
      set: core.setTraces,
    },
    {
      name: text('mapTool.follow'),
      icon: mdiCrosshairsGps,
      isOn: (state) => state.follow,
      set: core.setFollow,
    },
  ];
  return (
    <Card className={classes.tools} aria-label={text('mapTool.title')} data-unfolded={unfolded || undefined}>
      <DeviceSearchBox core={core} />
      <BaseMapMenu core={core} />
      <span className={classes.unfold}>
        <IconButton
          name={text('mapTool.title')}
          icon={unfolded ? mdiChevronUp : mdiDotsHorizontal}
          expanded={unfolded}
          onClick={() => unfold(!unfolded)}
        />
      </span>
      <hr />
      {tools.map((tool) => (
        <MapTool key={tool.icon} core={core} {...tool} />
      ))}
      <hr />
      <MapTool
        core={core}
        name={text('mapTool.measure')}
        icon={mdiRuler}
        isOn={(state) => state.measuring}
        set={(on) => core.measure({ kind: 'set', on })}
      />
      {children && (
        <div className={classes.more}>
          <hr />
          {children}
        </div>
      )}
    </Card>
  );
}

function MapTool({ core, name, icon, isOn, set }: MapToolProps) {
  const on = useMapState(core, isOn);
  return <IconButton name={name} icon={icon} pressed={on} onClick={() => set(!on)} />;
}

/** The distance being measured, and what to do next. */
export function MeasurePanel({ core }: { readonly core: MapCore }) {
  const { text } = useTexts();
  const formats = useFormats();
  const { phase, points, metres } = useStore(core.measured, (state) => state);
  if (phase === 'off') return null;
  const drawn = points.length > 1;
  return (
    <Card className={classes.panel} role="region" aria-label={text('mapTool.measure')}>
      <Icon path={mdiRuler} size={20} className={classes.icon} />
      <div className={classes.labels}>
        <output aria-live="polite">{drawn ? formats.distance(metres) : text('measure.title')}</output>
        <small>{text(phase === 'done' ? 'measure.done' : drawn ? 'measure.next' : 'measure.start')}</small>
      </div>
      <IconButton
        name={text('measure.undo')}
        icon={mdiUndo}
        size={28}
        disabled={points.length === 0}
        onClick={() => core.measure({ kind: 'undo' })}
      />
      <IconButton
        name={text('measure.close')}
        icon={mdiClose}
        size={28}
        onClick={() => core.measure({ kind: 'set', on: false })}
      />
    </Card>
  );
}
