import { type KeyboardEvent, useId, useState } from 'react';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { MapCore, MapDevice } from '../map-api.ts';
import { useMapState } from '../use-map-state.ts';
import { useVehiclesInView } from '../use-vehicles-in-view.ts';
import { stepInList } from './step-in-list.ts';
import classes from './vehicle-list.module.css';

/** More than this nobody walks through by keys; a closer look at the map makes the list shorter. */
const longestList = 100;

/**
 * The vehicles in the view as a list, for who cannot see or point at the map. Out of sight until the keyboard reaches it;
 * arrows walk through it, Enter selects.
 */
export function VehicleList({ core }: { readonly core: MapCore }) {
  const { text } = useTexts();
  const formats = useFormats();
  const { vehicles } = useVehiclesInView(core, longestList);
  const selectedId = useMapState(core, (state) => state.selectedDeviceId);
  const [activeId, setActiveId] = useState<number | null>(null);
  const listId = useId();
  const active = Math.max(
    0,
    vehicles.findIndex(({ deviceId }) => deviceId === activeId),
  );

  function describe({ name, colour, speedKnots }: MapDevice): string {
    const values = { name, state: text(`legend.${colour}`), speed: formats.speed(speedKnots ?? 0) };
    return text('map.deviceInView', values);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const chosen = vehicles[active];
    if (chosen && (event.key === 'Enter' || event.key === ' ')) void core.select(chosen.deviceId);
    const next = stepInList(event.key, active, vehicles.length);
    if (next !== null) setActiveId(vehicles[next]?.deviceId ?? null);
    if (next !== null || event.key === ' ') event.preventDefault();
  }

  const optionId = (entry: number): string => `${listId}-${vehicles[entry]?.deviceId}`;
  return (
    <div
      className={classes.list}
      role="listbox"
      tabIndex={0}
      aria-label={text('map.devicesInView')}
      aria-description={text('map.devicesInViewHelp')}
      aria-activedescendant={vehicles.length > 0 ? optionId(active) : undefined}
      onKeyDown={onKeyDown}
    >
      {vehicles.map((vehicle, entry) => (
        // The keys are the listbox's: an option itself is never focused.
        // biome-ignore lint/a11y/useFocusableInteractive: see aria-activedescendant above
        // biome-ignore lint/a11y/useKeyWithClickEvents: see onKeyDown above
        <div
          key={vehicle.deviceId}
          id={optionId(entry)}
          role="option"
          aria-selected={vehicle.deviceId === selectedId}
          data-active={entry === active || undefined}
          data-device-id={vehicle.deviceId}
          onClick={() => void core.select(vehicle.deviceId)}
        >
          {describe(vehicle)}
        </div>
      ))}
    </div>
  );
}
