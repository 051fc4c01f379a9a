import { Popover, Radio } from '@mantine/core';
import { mdiLayersOutline } from '@mdi/js';
import { useState } from 'react';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { baseMapFrom, baseMaps } from '../base-maps.ts';
import type { MapCore } from '../map-api.ts';
import { useMapState } from '../use-map-state.ts';
import classes from './base-map-menu.module.css';

/** Which map lies under the devices (MAP-03). */
export function BaseMapMenu({ core }: { readonly core: MapCore }) {
  const { text } = useTexts();
  const [opened, setOpened] = useState(false);
  const baseMap = useMapState(core, (state) => state.baseMap);
  const ground = useMapState(core, (state) => state.ground);
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
          onChange={(value) => core.setBaseMap(baseMapFrom(value))}
          classNames={{ label: classes.title }}
        >
          {baseMaps.map((name) => (
            <Radio
              key={name}
              value={name}
              label={text(`mapType.${name}`)}
              size="sm"
              className={classes.choice}
            />
          ))}
        </Radio.Group>
        {ground === 'land' && <p className={classes.note}>{text('map.offlineBase')}</p>}
      </Popover.Dropdown>
    </Popover>
  );
}
