import { deviceStatuses } from '@atalaia/domain/devices/device-status';
import type { CategoryFigures } from '@atalaia/domain/travel/fleet-figures';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { categoryIcon } from '../../../lib/icons/category-icon.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Icon } from '../../../ui/icon.tsx';
import barsClasses from './bars.module.css';
import classes from './category-bars.module.css';

interface CategoryBarsProps {
  readonly categories: readonly CategoryFigures[];
  readonly onOpen: (group: string) => void;
}

/** A category a bar, stacked of its devices online, offline and unknown; each piece opens its list (DASH-01). */
export function CategoryBars({ categories, onOpen }: CategoryBarsProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const most = Math.max(1, ...categories.map(({ total }) => total));
  return (
    <ul className={classes.rows}>
      {categories.map((figures) => {
        const label = textOr(`category.${figures.category}`, figures.category);
        return (
          <li key={figures.category} className={classes.row}>
            <span className={classes.icon} title={label}>
              <Icon path={categoryIcon(figures.category)} size={18} />
            </span>
            <span className={classes.label}>{label}</span>
            <span className={classes.count}>{formats.count(figures.total)}</span>
            <span className={classes.track}>
              {deviceStatuses.map((status) => {
                const count = figures[status];
                const counted = formats.count(count);
                const values = { label: `${label}, ${text(`dashboard.${status}`)}`, count: counted };
                return (
                  count > 0 && (
                    <button
                      key={status}
                      type="button"
                      className={classes.piece}
                      data-tone={status}
                      style={{ width: `${(100 * count) / most}%` }}
                      aria-label={text('dashboard.openGroup', values)}
                      title={`${text(`dashboard.${status}`)}: ${counted}`}
                      onClick={() => onOpen(`${figures.category}-${status}`)}
                    />
                  )
                );
              })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface Bar {
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
    <ul className={barsClasses.bars}>
      {bars.map(({ group, label, count, tone }) => (
        <li key={group}>
          <button
            type="button"
            className={barsClasses.bar}
            data-tone={tone}
            aria-label={text('dashboard.openGroup', { label, count: formats.count(count) })}
            onClick={() => onOpen(group)}
          >
            <span className={barsClasses.label}>{label}</span>{' '}
            <span className={barsClasses.track}>
              <span className={barsClasses.fill} style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <span className={barsClasses.count}>{formats.count(count)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
