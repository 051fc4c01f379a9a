import type { DeskNotice } from '@atalaia/contract/desk/desk';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';

const StillHere = lazy(async () => ({ default: (await import('./still-here.tsx')).StillHere }));

interface DeskNoticesProps {
  readonly onOpen: (alarmId: number) => void;
}

/** What the desk says to this person alone: the question whether he is still there, and what was taken from him or given to him. */
export function DeskNotices({ onOpen }: DeskNoticesProps) {
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
    question && (
      <Suspense>
        <StillHere key={question.at} notice={question} onOpen={onOpen} onDone={() => ask(null)} />
      </Suspense>
    )
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
