import { mdiClose, mdiRuler, mdiUndo } from '@mdi/js';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useStore } from '../../lib/store/use-store.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { MapCore } from '../map-api.ts';
import classes from './measure-panel.module.css';

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
