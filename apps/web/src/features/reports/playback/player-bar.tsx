import { formatInstant } from '@atalaia/domain/time/dates';
import { useElementSize } from '@mantine/hooks';
import { mdiChevronLeft, mdiChevronRight, mdiPause, mdiPlay, mdiSkipForwardOutline } from '@mdi/js';
import { useMemo, useState } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
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
  const { timezone } = useSettings();
  const { ref, width } = useElementSize();
  const share = (instantMs: number) =>
    Math.min(Math.max((instantMs - fromMs) / Math.max(toMs - fromMs, 1), 0), 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ends go with the ticks
  const labels = useMemo(
    () =>
      shownLabels(
        ticks.map(({ id, timeMs: atMs, name, isAlarm }) => ({
          ...{ id, isAlarm, left: share(atMs) * width },
          text: `${formatInstant(atMs, 'formTime', timezone)} ${name}`,
        })),
        width,
      ),
    [ticks, width, timezone],
  );
  const percent = (instantMs: number) => `${(share(instantMs) * 100).toFixed(3)}%`;
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
      <div ref={ref} className={timeLineClasses.ticks}>
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
        {labels.map(({ id, text, left, isAlarm }) => (
          // the tick itself says it
          <span
            key={id}
            className={timeLineClasses.label}
            data-alarm={isAlarm || undefined}
            style={{ left }}
            aria-hidden="true"
          >
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

interface TickLabel {
  readonly id: number;
  readonly isAlarm: boolean;
  /** Px from the line's left end. */
  readonly left: number;
  readonly text: string;
}

/** How wide a label may be, and about how wide a letter is, px. */
const widestLabel = 132;
const letterWidth = 6;

/** The labels that have room on a line so wide, those of alarms first; near its end they are moved to the left. */
export function shownLabels(ticks: readonly TickLabel[], width: number): readonly TickLabel[] {
  const placed: (TickLabel & { readonly right: number })[] = [];
  for (const tick of ticks.toSorted((one, other) => Number(other.isAlarm) - Number(one.isAlarm))) {
    const needed = Math.min(tick.text.length * letterWidth, widestLabel) + letterWidth;
    const left = Math.min(tick.left, width - needed);
    const right = left + needed;
    if (left >= 0 && placed.every((other) => other.right <= left || other.left >= right))
      placed.push({ ...tick, left, right });
  }
  return placed;
}
