import { deviceColours } from '@atalaia/domain/device-colour';
import { formatNumber } from '@atalaia/domain/number-text';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import type { MapCore } from '../map-api.ts';
import { useMapCounts } from '../use-map-counts.ts';
import classes from './legend.module.css';

const whole = { atLeast: 0, atMost: 0 };

/** The five colours and how many devices have each, live (MAP-01). */
export function Legend({ core }: { readonly core: MapCore }) {
  const { text, language } = useTexts();
  const counts = useMapCounts(core);
  return (
    <ul className={classes.legend} aria-label={text('legend.title')} aria-busy={counts === null}>
      {deviceColours.map((colour) => (
        <li key={colour} data-colour={colour}>
          <i className={classes.dot} />
          {text(`legend.${colour}`)}
          {counts ? (
            <em>{formatNumber(counts[colour], language, whole)}</em>
          ) : (
            <Skeleton height={12} width="20px" />
          )}
        </li>
      ))}
    </ul>
  );
}
