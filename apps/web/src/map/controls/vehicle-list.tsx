import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { MapCore, MapDevice, VehiclesInView } from '../map-api.ts';
import { useMapState } from '../use-map-state.ts';
import classes from './vehicle-list.module.css';

/** A list that is read aloud or walked through by keys may not change faster, ms. */
const refreshMs = 2000;

const nothing: VehiclesInView = Object.freeze({ vehicles: [], markerCount: 0, clusterCount: 0 });

/** The single markers in the view, brought up to date every two seconds while the map draws new frames. */
function useVehiclesInView(core: MapCore, limit: number): VehiclesInView {
  const [inView, setInView] = useState(nothing);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let ended = false;
    const refresh = (): void => {
      timer = null;
      void core.vehiclesInView(limit).then((next) => {
        if (!ended) setInView(next);
      });
    };
    const stop = core.onFrame(() => {
      timer ??= setTimeout(refresh, refreshMs);
    });
    refresh();
    return () => {
      ended = true;
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [core, limit]);
  return inView;
}

/** More than this nobody walks through by keys; a closer look at the map makes the list shorter. */
const longestList = 100;

/**
 * The vehicles in the view as a list, for users who cannot see or point at the map. Hidden until the keyboard reaches it;
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

/** The entry a key leads to in a list of so many; null for a key that does not move, and in an empty list. */
export function stepInList(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, active + 1);
    case 'ArrowUp':
      return Math.max(0, active - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
