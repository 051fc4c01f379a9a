import type { OwnMap } from '@atalaia/contract/server/tile-sources';
import { Popover, Radio } from '@mantine/core';
import { mdiLayersOutline } from '@mdi/js';
import { useState } from 'react';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import type { MapCore } from '../map-api.ts';
import { useMapState } from '../use-map-state.ts';
import classes from './base-map-menu.module.css';

/** Which map is under the devices (MAP-03), and quietly what of the map cannot be had. */
export function BaseMapMenu({ core }: { readonly core: Pick<MapCore, 'state' | 'setBaseMap'> }) {
  const { text, textOr } = useTexts();
  const [opened, setOpened] = useState(false);
  const baseMap = useMapState(core, (state) => state.baseMap);
  const offered = useMapState(core, (state) => state.offered);
  const titles = useMapState(core, (state) => state.titles);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="left-start"
      offset={12}
      width={248}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <IconButton
          name={text('mapTool.mapType')}
          icon={mdiLayersOutline}
          expanded={opened}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} aria-label={text('mapTool.mapType')}>
        <Radio.Group
          label={text('mapTool.mapType')}
          value={baseMap}
          onChange={(value) => {
            const chosen = offered.find((name) => name === value);
            if (chosen) core.setBaseMap(chosen);
          }}
          classNames={{ label: classes.title }}
        >
          {offered.map((name) => (
            <Radio
              key={name}
              value={name}
              label={titles[name as OwnMap] ?? textOr(`mapType.${name}`, name)}
              size="sm"
              className={classes.choice}
            />
          ))}
        </Radio.Group>
        <Notes core={core} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Notes({ core }: { readonly core: Pick<MapCore, 'state'> }) {
  const { text } = useTexts();
  const background = useMapState(core, (state) => state.background);
  const poi = useMapState(core, (state) => state.poi);
  const skipped = useMapState(core, (state) => state.skippedGeofences);
  const notes = [
    background === 'land' && text('map.offlineBase'),
    poi === 'failed' && text('map.poiFailed'),
    skipped > 0 && text('map.geofencesSkipped', { count: skipped }),
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <div className={classes.notes}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
