import { useStore } from '../../../lib/store/use-store.ts';
import type { Player, Span } from './player.ts';
import classes from './time-line.module.css';

export interface Tick {
  readonly id: number;
  readonly timeMs: number;
  readonly name: string;
  readonly isAlarm: boolean;
}

export interface Interval extends Span {
  readonly id: number;
  readonly name: string;
}

interface TimeLineProps extends Span {
  readonly label: string;
  readonly player: Player;
  /** The slider's position in words, for screen readers. */
  readonly timeText: (timeMs: number) => string;
  readonly stops: readonly Interval[];
  readonly ticks: readonly Tick[];
}

/** The time of the way: where it is, where the vehicle stood, what happened. A click on what happened goes there. */
export function TimeLine({ label, player, fromMs, toMs, timeText, stops, ticks }: TimeLineProps) {
  const timeMs = useStore(player.state, (state) => state.timeMs);
  const percent = (instantMs: number) =>
    `${(Math.min(Math.max((instantMs - fromMs) / Math.max(toMs - fromMs, 1), 0), 1) * 100).toFixed(3)}%`;
  return (
    <div className={classes.line}>
      <div className={classes.track} aria-hidden="true">
        {stops.map((stop) => (
          <i
            key={stop.id}
            className={classes.stop}
            title={stop.name}
            style={{ left: percent(stop.fromMs), right: `calc(100% - ${percent(stop.toMs)})` }}
          />
        ))}
      </div>
      <input
        type="range"
        className={classes.slider}
        aria-label={label}
        aria-valuetext={timeText(timeMs)}
        min={fromMs}
        max={Math.max(toMs, fromMs + 1)}
        step={1000}
        value={timeMs}
        onChange={({ target }) => player.seek(Number(target.value))}
      />
      <div className={classes.ticks}>
        {ticks.map((tick) => (
          <button
            key={tick.id}
            type="button"
            className={classes.tick}
            data-alarm={tick.isAlarm || undefined}
            title={`${tick.name} · ${timeText(tick.timeMs)}`}
            aria-label={`${tick.name} · ${timeText(tick.timeMs)}`}
            style={{ left: percent(tick.timeMs) }}
            onClick={() => player.seek(tick.timeMs)}
          />
        ))}
      </div>
    </div>
  );
}
