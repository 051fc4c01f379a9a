import type { Alarm } from '@atalaia/contract/desk/alarm';
import {
  mdiAccountOutline,
  mdiBellRingOutline,
  mdiHandBackRightOutline,
  mdiPauseCircleOutline,
  mdiShieldCheckOutline,
  mdiVolumeHigh,
  mdiVolumeOff,
} from '@mdi/js';
import { memo } from 'react';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useUserId } from '../../../lib/session/session-context.ts';
import { sirenRefused, soundChoice } from '../../../lib/siren/use-siren.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { VirtualList } from '../../../ui/layout/virtual-list.tsx';
import { alarmSubject, alarmTitle, severityTone } from '../alarm-title.ts';
import { DeskState } from '../desk-state.tsx';
import { DueClock } from '../due-clock.tsx';
import { DutySwitch } from '../duty/duty-switch.tsx';
import { withoutMuted } from '../mute/muted-kinds.ts';
import { MutedNote } from '../mute/muted-note.tsx';
import { useMutedKinds } from '../mute/use-muted-kinds.ts';
import { notificationAccess } from '../notify/desktop-notifications.ts';
import alarmCardClasses from './alarm-card.module.css';
import classes from './alarms-panel.module.css';

interface AlarmCardProps {
  readonly alarm: Alarm;
  readonly isMine: boolean;
  readonly onOpen: (alarmId: number) => void;
  /** Takes it and opens it. */
  readonly onTake: (alarmId: number) => void;
}

/** One open alarm: repeats are one card with their number, and who works on it is named (SHELL-04). */
const AlarmCard = memo(function AlarmCard({ alarm, isMine, onOpen, onTake }: AlarmCardProps) {
  const texts = useTexts();
  const { text } = texts;
  const { id, severity, state, eventCount, lastEventAt, customerName, holderName } = alarm;
  const name = alarmSubject(alarm, texts);
  return (
    <article className={alarmCardClasses.card} data-tone={severityTone[severity]} data-state={state}>
      <span className={alarmCardClasses.bar} />
      <button type="button" className={alarmCardClasses.open} onClick={() => onOpen(id)}>
        <span className={alarmCardClasses.head}>
          <span className={alarmCardClasses.title}>{alarmTitle(alarm, texts)}</span>
          {eventCount > 1 && (
            <span className={alarmCardClasses.times} title={text('desk.times', { count: eventCount })}>
              ×{eventCount}
            </span>
          )}
          <DueClock alarm={alarm} />
        </span>
        <span className={alarmCardClasses.line}>
          <bdi className={alarmCardClasses.name}>
            {name}
            {customerName && ` · ${customerName}`}
          </bdi>
          <span className={alarmCardClasses.age}>
            <TimeAgo instant={lastEventAt} />
          </span>
        </span>
        {holderName !== null && (
          <span className={alarmCardClasses.who} data-mine={isMine || undefined}>
            <Icon path={state === 'held' ? mdiPauseCircleOutline : mdiAccountOutline} size={14} />
            {text(isMine ? 'desk.mine' : state === 'held' ? 'desk.heldBy' : 'desk.workedBy', {
              name: holderName,
            })}
          </span>
        )}
      </button>
      {state === 'waiting' && (
        <span className={alarmCardClasses.take}>
          <IconButton
            size={34}
            name={text('desk.takeOf', { title: alarmTitle(alarm, texts), name })}
            icon={mdiHandBackRightOutline}
            onClick={() => onTake(id)}
          />
        </span>
      )}
    </article>
  );
});

interface AlarmsPanelProps {
  readonly onOpen: (alarmId: number) => void;
  readonly onTake: (alarmId: number) => void;
  readonly onTakeNext: () => void;
}

/** A card with two lines, pixels. */
const cardHeight = 58;

/** The open alarms by urgency, all of them: nothing that is cleared or trimmed elsewhere takes one away (SHELL-04). */
export function AlarmsPanel({ onOpen, onTake, onTakeNext }: AlarmsPanelProps) {
  const { text } = useTexts();
  const { desk } = useLive();
  const userId = useUserId();
  const { alarms, waiting, loadedMs } = useStore(desk, (state) => state);
  const muted = useMutedKinds();
  const shown = withoutMuted(alarms, muted.ids);
  const hidden = alarms.length - shown.length;

  return (
    <div className={classes.panel}>
      <div className={classes.controls}>
        <Button
          kind="primary"
          icon={mdiHandBackRightOutline}
          fullWidth
          disabled={waiting.length === 0}
          onClick={onTakeNext}
        >
          {text('desk.takeNextKey')}
        </Button>
        <NotifyButton />
        <SoundButton />
      </div>
      <div className={classes.duty}>
        <DutySwitch />
      </div>
      <DeskState />
      <MutedNote rules={muted.rules} hidden={hidden} className={classes.note} />
      {loadedMs !== null && alarms.length === 0 && (
        <EmptyState icon={mdiShieldCheckOutline} hint={text('desk.none')} />
      )}
      {shown.length > 0 && (
        <VirtualList
          label={text('alarms.list')}
          items={shown}
          keyOf={({ id }) => id}
          rowHeight={cardHeight}
          gap={6}
          className={classes.cards ?? ''}
        >
          {(alarm) => (
            <AlarmCard alarm={alarm} isMine={alarm.holderId === userId} onOpen={onOpen} onTake={onTake} />
          )}
        </VirtualList>
      )}
    </div>
  );
}

function SoundButton() {
  const { text } = useTexts();
  const soundOn = useStore(soundChoice, (on) => on);
  const refused = useStore(sirenRefused, (was) => was);
  return (
    <IconButton
      outlined
      size={34}
      name={
        soundOn && refused
          ? text('events.soundBlocked')
          : text(soundOn ? 'events.soundOff' : 'events.soundOn')
      }
      icon={soundOn && !refused ? mdiVolumeHigh : mdiVolumeOff}
      onClick={soundChoice.toggle}
    />
  );
}

/** Asks the browser for leave to say new alarms while another tab or program is in front. */
function NotifyButton() {
  const { text } = useTexts();
  const access = useStore(notificationAccess, (value) => value);
  if (access !== 'default') return null;
  return (
    <IconButton
      outlined
      size={34}
      name={text('desk.allowNotifications')}
      icon={mdiBellRingOutline}
      onClick={notificationAccess.ask}
    />
  );
}
