import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import classes from './bars.module.css';

export interface Bar {
  /** The chart's group it leads to. */
  readonly group: string;
  readonly label: string;
  readonly count: number;
  /** A state's name for `data-tone`, or `brand`. */
  readonly tone: string;
}

interface BarsProps {
  readonly bars: readonly Bar[];
  readonly onOpen: (group: string) => void;
}

/** A group a bar, as long as its share of the largest; a click opens its list. */
export function Bars({ bars, onOpen }: BarsProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className={classes.bars}>
      {bars.map(({ group, label, count, tone }) => (
        <li key={group}>
          <button
            type="button"
            className={classes.bar}
            data-tone={tone}
            aria-label={text('dashboard.openGroup', { label, count: formats.count(count) })}
            onClick={() => onOpen(group)}
          >
            <span className={classes.label}>{label}</span>{' '}
            <span className={classes.track}>
              <span className={classes.fill} style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <span className={classes.count}>{formats.count(count)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
