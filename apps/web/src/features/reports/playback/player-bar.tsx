import { mdiChevronLeft, mdiChevronRight, mdiPause, mdiPlay, mdiSkipForwardOutline } from '@mdi/js';
import { useState } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { type Player, rates, type Span } from './player.ts';
import classes from './player-bar.module.css';
import timeLineClasses from './time-line.module.css';
import type { Track } from './track.ts';

interface PlayerBarProps {
  readonly player: Player;
  readonly track: Track;
  readonly rate: number;
  readonly onRate: (rate: number) => void;
  readonly stops: readonly Interval[];
  readonly ticks: readonly Tick[];
  /** To the day before and after; absent where there is none. */
  readonly onDayBefore: () => void;
  readonly onDayAfter: (() => void) | undefined;
}

/** Play, how fast, where in time, and what the vehicle does there. */
export function PlayerBar(props: PlayerBarProps) {
  const { player, track, rate, onRate, stops, ticks, onDayBefore, onDayAfter } = props;
  const { text } = useTexts();
  const formats = useFormats();
  const [skipsStops, setSkipsStops] = useState(false);
  const isPlaying = useStore(player.state, (state) => state.isPlaying);
  const timeText = (timeMs: number) => formats.dateTime(new Date(timeMs).toISOString());
  const skip = (skips: boolean) => {
    setSkipsStops(skips);
    player.setSkipped(skips ? stops : []);
  };
  return (
    <div className={classes.bar}>
      <IconButton name={text('playback.dayBefore')} icon={mdiChevronLeft} size={34} onClick={onDayBefore} />
      <IconButton
        name={text(isPlaying ? 'playback.pause' : 'playback.play')}
        icon={isPlaying ? mdiPause : mdiPlay}
        outlined
        onClick={isPlaying ? player.pause : player.play}
      />
      <IconButton
        name={text('playback.dayAfter')}
        icon={mdiChevronRight}
        size={34}
        disabled={!onDayAfter}
        onClick={() => onDayAfter?.()}
      />
      <div className={classes.rate}>
        <SelectField
          label={text('playback.rate')}
          options={rates.map((value) => ({ value: String(value), label: `${value}×` }))}
          chosen={String(rate)}
          onChoose={(value) => value && onRate(Number(value))}
        />
      </div>
      <IconButton
        name={text('playback.skipStops')}
        icon={mdiSkipForwardOutline}
        size={34}
        pressed={skipsStops}
        onClick={() => skip(!skipsStops)}
      />
      <TimeLine
        label={text('playback.time')}
        player={player}
        fromMs={track.fromMs}
        toMs={track.toMs}
        timeText={timeText}
        stops={stops}
        ticks={ticks}
      />
      <Standing player={player} track={track} timeText={timeText} />
    </div>
  );
}

interface StandingProps extends Pick<PlayerBarProps, 'player' | 'track'> {
  readonly timeText: (timeMs: number) => string;
}

function Standing({ player, track, timeText }: StandingProps) {
  const formats = useFormats();
  const timeMs = useStore(player.state, (state) => state.timeMs);
  const { speedKnots } = track.at(timeMs);
  return (
    <p className={classes.moment}>
      <b>{timeText(timeMs)}</b>
      {formats.speed(speedKnots)}
    </p>
  );
}

interface Tick {
  readonly id: number;
  readonly timeMs: number;
  readonly name: string;
  readonly isAlarm: boolean;
}

interface Interval extends Span {
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
function TimeLine({ label, player, fromMs, toMs, timeText, stops, ticks }: TimeLineProps) {
  const timeMs = useStore(player.state, (state) => state.timeMs);
  const percent = (instantMs: number) =>
    `${(Math.min(Math.max((instantMs - fromMs) / Math.max(toMs - fromMs, 1), 0), 1) * 100).toFixed(3)}%`;
  return (
    <div className={timeLineClasses.line}>
      <div className={timeLineClasses.track} aria-hidden="true">
        {stops.map((stop) => (
          <i
            key={stop.id}
            className={timeLineClasses.stop}
            title={stop.name}
            style={{ left: percent(stop.fromMs), right: `calc(100% - ${percent(stop.toMs)})` }}
          />
        ))}
      </div>
      <input
        type="range"
        className={timeLineClasses.slider}
        aria-label={label}
        aria-valuetext={timeText(timeMs)}
        min={fromMs}
        max={Math.max(toMs, fromMs + 1)}
        step={1000}
        value={timeMs}
        onChange={({ target }) => player.seek(Number(target.value))}
      />
      <div className={timeLineClasses.ticks}>
        {ticks.map((tick) => (
          <button
            key={tick.id}
            type="button"
            className={timeLineClasses.tick}
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
