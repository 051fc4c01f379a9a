import type { DeskNotice } from '@atalaia/contract/desk/desk';
import { useEffect, useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useNow } from '../../../lib/formats/use-now.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useManagementTexts, useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import { stillHere } from '../desk-calls.ts';

interface DeskNoticesProps {
  readonly onOpen: (alarmId: number) => void;
}

/** What the desk says to this person alone: the question whether he is still there, and what was taken from him or given to him. */
export function DeskNotices({ onOpen }: DeskNoticesProps) {
  useManagementTexts();
  const { feed, desk } = useLive();
  const { text } = useTexts();
  const [question, ask] = useState<DeskNotice | null>(null);
  useEffect(
    () =>
      feed.onDeskNotices((notices) => {
        for (const notice of notices) {
          if (notice.kind === 'question') ask(notice);
          else toasts.show('info', noticeText(notice, text));
        }
      }),
    [feed, text],
  );
  // Answered in another tab, or the alarm went back to the queue.
  const isAsked = useStore(desk, () => {
    const alarm = question && desk.find(question.alarmId);
    return Boolean(alarm && alarm.state === 'claimed' && alarm.askedAt !== null);
  });
  const [wasAsked, setWasAsked] = useState(false);
  useEffect(() => {
    if (!question) setWasAsked(false);
    else if (isAsked) setWasAsked(true);
    else if (wasAsked) ask(null);
  }, [question, isAsked, wasAsked]);
  return (
    question && <StillHere key={question.at} notice={question} onOpen={onOpen} onDone={() => ask(null)} />
  );
}

function noticeText(
  { kind, deviceName, userName, text: said }: DeskNotice,
  text: ReturnType<typeof useTexts>['text'],
) {
  const values = { vehicle: deviceName ?? text('desk.noVehicle'), name: userName ?? '' };
  if (kind === 'returned') {
    return text(said === 'unanswered' ? 'desk.returnedUnanswered' : 'desk.returnedDisconnected', values);
  }
  if (kind === 'taken-over') return text('desk.takenOver', values);
  if (kind === 'passed') return `${text('desk.passedToYou', values)}${said ? ` “${said}”` : ''}`;
  if (kind === 'hold-over') return text('desk.holdOver', values);
  if (kind === 'handover') return text('desk.handoverWaits', values);
  return text(kind === 'duress' ? 'desk.duress' : 'desk.escalated', values);
}

interface StillHereProps {
  readonly notice: DeskNotice;
  readonly onOpen: (alarmId: number) => void;
  readonly onDone: () => void;
}

const secondMs = 1000;

/** "Ainda está neste atendimento?": unanswered, the alarm goes back to the queue (DESK-05). */
function StillHere({ notice: { alarmId, deviceName, until }, onOpen, onDone }: StillHereProps) {
  const { text } = useTexts();
  const clockMs = useStore(useLive().desk, (state) => state.clockMs);
  const nowMs = useNow(secondMs) + clockMs;
  const left = until === null ? undefined : Math.max(0, Math.ceil((Date.parse(until) - nowMs) / secondMs));
  const save = useWrite({
    write: (api) => stillHere(api, alarmId),
    onSuccess: onDone,
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
  const isOver = left === 0;
  return (
    <Dialog
      opened
      title={text('desk.stillHere')}
      closeLabel={text('action.close')}
      onClose={() => save.mutate()}
    >
      <p>
        {deviceName}
        {left !== undefined &&
          ` · ${isOver ? text('desk.stillHereOver') : text('desk.stillHereLeft', { count: left })}`}
      </p>
      <DialogFoot>
        <Button
          onClick={() => {
            onOpen(alarmId);
            if (!isOver) save.mutate();
            else onDone();
          }}
        >
          {text('desk.openIt')}
        </Button>
        <Button
          kind="primary"
          first
          busy={save.isPending}
          onClick={() => (isOver ? onDone() : save.mutate())}
        >
          {text(isOver ? 'action.close' : 'desk.stillHereYes')}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
