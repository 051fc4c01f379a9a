import {
  mdiBellRingOutline,
  mdiHandBackRightOutline,
  mdiShieldCheckOutline,
  mdiVolumeHigh,
  mdiVolumeOff,
} from '@mdi/js';
import { useUserId } from '../../../lib/session/session-context.ts';
import { sirenRefused, soundChoice } from '../../../lib/siren/use-siren.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { VirtualList } from '../../../ui/layout/virtual-list.tsx';
import { DeskState } from '../desk-state.tsx';
import { DutySwitch } from '../duty/duty-switch.tsx';
import { withoutMuted } from '../mute/muted-kinds.ts';
import { MutedNote } from '../mute/muted-note.tsx';
import { useMutedKinds } from '../mute/use-muted-kinds.ts';
import { notificationAccess } from '../notify/desktop-notifications.ts';
import { AlarmCard } from './alarm-card.tsx';
import classes from './alarms-panel.module.css';

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
