import type { Alarm, AlarmDetail } from '@atalaia/contract/desk/alarm';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useWrite } from '../../lib/api/use-write.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { leaveGuard } from '../../lib/leaving/leave-guard.ts';
import { useUserId } from '../../lib/session/session-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { useLive } from '../../live/live-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { alarmKey, claim, claimNext } from './desk-calls.ts';
import { refusedText } from './refused.ts';

/** Shows what an act answered, before the live channel says it. */
export function useTakeIn(): (alarm: Alarm | AlarmDetail) => void {
  const queries = useQueryClient();
  const userId = useUserId();
  const { desk } = useLive();
  return (alarm) => {
    // who takes one is on duty from then on (SHIFT-01)
    const isTaken = alarm.holderId === userId && desk.find(alarm.id)?.holderId !== userId;
    if (isTaken) void queries.invalidateQueries({ queryKey: ['desk-operators'] });
    if ('history' in alarm) queries.setQueryData(alarmKey(alarm.id), alarm);
    desk.take([alarm]);
  };
}

/** Takes the most urgent alarm that nobody holds, or a chosen one, and opens it (DESK-04). */
export function useTakeAlarm(onTaken: (alarmId: number) => void) {
  const { text } = useTexts();
  const formats = useFormats();
  const takeIn = useTakeIn();
  const { desk } = useLive();
  // Not by what is drawn: a page that is busy with a storm draws late, and a second press would take a second alarm.
  const isBusy = useRef(false);
  const once = (act: () => void) => {
    if (isBusy.current) return;
    isBusy.current = true;
    act();
  };
  const parts = {
    onSettled() {
      isBusy.current = false;
    },
    onSuccess(alarm: Alarm | AlarmDetail | null) {
      if (!alarm) return toasts.show('info', text('desk.nothingWaits'));
      takeIn(alarm);
      onTaken(alarm.id);
    },
    onError(error: Error) {
      desk.load();
      toasts.show('failure', refusedText(error, text, formats));
    },
  };
  const next = useWrite({ write: async (api) => (await claimNext(api)).alarm, ...parts });
  const one = useWrite({ write: (api, alarmId: number) => claim(api, alarmId), ...parts });
  return {
    // who would lose what he types is asked before the alarm is his, not after
    takeNext: () => leaveGuard.leave(() => once(() => next.mutate())),
    take: (alarmId: number) => leaveGuard.leave(() => once(() => one.mutate(alarmId))),
    isTaking: next.isPending || one.isPending,
  };
}
