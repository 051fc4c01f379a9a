import type { Position } from '@atalaia/contract/devices/position';
import { TimeAgo } from '../../../../lib/formats/time-ago-text.tsx';
import { useFormats } from '../../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import classes from './speed-box.module.css';

interface SpeedBoxProps {
  readonly position: Position;
  readonly limitKnots: number | undefined;
}

/** How fast it was, which way, and when: speed and age belong together. */
export function SpeedBox({ position, limitKnots }: SpeedBoxProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const hasLimit = limitKnots !== undefined && limitKnots > 0;
  return (
    <div className={classes.box}>
      <div className={classes.labels}>
        <p>
          <strong className={classes.speed} title={text('panel.speed')}>
            {formats.speedNumber(position.speed)}
          </strong>{' '}
          <span className={classes.unit}>
            {formats.speedUnit} · <span title={text('panel.course')}>{formats.course(position.course)}</span>
          </span>
        </p>
        <p className={classes.time} title={text('panel.lastUpdate')}>
          <TimeAgo instant={position.fixTime} /> ·{' '}
          <span className={classes.stamp}>{formats.panelTime(position.fixTime)}</span>
        </p>
        {!position.valid && <p className={classes.warning}>{text('panel.invalidPosition')}</p>}
        {position.attributes.approximate && <p className={classes.warning}>{text('panel.approximate')}</p>}
      </div>
      {hasLimit && (
        <span
          className={classes.limit}
          role="img"
          aria-label={text('panel.speedLimitValue', { limit: formats.speed(limitKnots) })}
          title={text('panel.speedLimit')}
        >
          {formats.wholeSpeed(limitKnots)}
        </span>
      )}
    </div>
  );
}
