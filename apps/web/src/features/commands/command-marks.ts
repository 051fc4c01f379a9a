/** How the states of a command look. */
import type { SentState } from '@atalaia/contract/devices/sent-command';
import {
  mdiCheckCircleOutline,
  mdiClockOutline,
  mdiCloseCircleOutline,
  mdiHandBackRightOutline,
  mdiSendCheckOutline,
} from '@mdi/js';
import type { Tone } from '../../ui/layout/pill.tsx';

/** One of a batch may be refused before it is queued. */
export type CommandState = SentState | 'refused' | 'requested' | 'waiting';

interface CommandMark {
  readonly icon: string;
  readonly tone: Tone;
}

export const commandMarks: Readonly<Record<CommandState, CommandMark>> = Object.freeze({
  queued: { icon: mdiClockOutline, tone: 'unknown' },
  sent: { icon: mdiSendCheckOutline, tone: 'ignition' },
  answered: { icon: mdiCheckCircleOutline, tone: 'online' },
  failed: { icon: mdiCloseCircleOutline, tone: 'alarm' },
  expired: { icon: mdiCloseCircleOutline, tone: 'alarm' },
  requested: { icon: mdiClockOutline, tone: 'unknown' },
  waiting: { icon: mdiClockOutline, tone: 'unknown' },
  refused: { icon: mdiHandBackRightOutline, tone: 'alarm' },
});
