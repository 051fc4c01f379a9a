import { type DeviceColour, deviceColours } from '@atalaia/domain/devices/device-status';
import { formatNumber } from '@atalaia/domain/units/number-text';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import type { MapCore } from '../map-api.ts';
import type { ColourCounts } from '../map-state.ts';
import { useMapState } from '../use-map-state.ts';
import classes from './legend.module.css';

const whole = { atLeast: 0, atMost: 0 };

/** The five colours and how many devices have each, live (MAP-01); each switches its devices on map, strip and list. */
export function Legend({ core }: { readonly core: MapCore }) {
  const { text, language } = useTexts();
  const counts = useMapCounts(core);
  const shown = useMapState(core, (state) => state.shownColours);
  const toggle = (colour: DeviceColour) =>
    core.setShownColours(
      shown.includes(colour) ? shown.filter((other) => other !== colour) : [...shown, colour],
    );
  return (
    <ul
      className={classes.legend}
      aria-label={text('legend.title')}
      aria-busy={counts === null}
      data-filtered={shown.length > 0 || undefined}
      data-few={
        (counts !== null && deviceColours.reduce((sum, colour) => sum + counts[colour], 0) < 2) || undefined
      }
    >
      {deviceColours.map((colour) => (
        <li key={colour} data-colour={colour}>
          <button
            type="button"
            aria-pressed={shown.includes(colour)}
            title={text('legend.only', { state: text(`legend.${colour}`) })}
            onClick={() => toggle(colour)}
          >
            <i className={classes.dot} />
            {text(`legend.${colour}`)}
            {counts ? (
              <em>{formatNumber(counts[colour], language, whole)}</em>
            ) : (
              <Skeleton height={12} width="20px" />
            )}
          </button>
        </li>
      ))}
      {shown.length > 0 && (
        <li>
          <button type="button" className={classes.all} onClick={() => core.setShownColours([])}>
            {text('legend.all')}
          </button>
        </li>
      )}
    </ul>
  );
}

/** Devices of each colour of the legend, null until the first snapshot is drawn. */
function useMapCounts(core: MapCore): ColourCounts | null {
  return useMapState(core, (state) => (state.load === 'loading' ? null : state.counts));
}
