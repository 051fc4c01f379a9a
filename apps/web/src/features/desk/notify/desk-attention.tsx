import type { Alarm } from '@atalaia/contract/desk/alarm';
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useSiren } from '../../../lib/siren/use-siren.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { alarmSubject, alarmTitle } from '../alarm-title.ts';
import { mutedKinds } from '../mute/muted-kinds.ts';
import { noticesOf, notificationAccess } from './desktop-notifications.ts';
import { createSirenCall } from './siren-call.ts';

interface DeskAttentionProps {
  readonly onOpen: (alarmId: number) => void;
}

/** Makes alarms heard and noticed: the siren, a notification while the page is hidden, a word to a screen reader. */
export function DeskAttention({ onOpen }: DeskAttentionProps) {
  const { desk } = useLive();
  const { text, textOr } = useTexts();
  const call = useMemo(() => createSirenCall(desk, mutedKinds), [desk]);
  useSiren(call);
  const [message, setMessage] = useState('');

  useEffect(
    () =>
      desk.onRaised((raised) => {
        const titleOf = (alarm: Alarm) => alarmTitle(alarm, { text, textOr });
        const gravest = raised.find(({ severity }) => severity === 'critical') ?? raised[0];
        if (gravest) setMessage(`${titleOf(gravest)}: ${alarmSubject(gravest, { text })}`);
        if (!document.hidden || notificationAccess.get() !== 'granted') return;
        for (const notice of noticesOf(raised, titleOf, (count) => text('desk.raised', { count }))) {
          const shown = new Notification(notice.title, { body: notice.body, tag: notice.tag });
          shown.onclick = () => {
            window.focus();
            if (notice.alarmId !== undefined) onOpen(notice.alarmId);
            shown.close();
          };
        }
      }),
    [desk, text, textOr, onOpen],
  );

  const isKnown = useStore(desk, ({ loadedMs }) => loadedMs !== null);
  useEffect(() => {
    const count = desk.get().waiting.length;
    if (isKnown && count > 0) setMessage(text('alarms.count', { count }));
  }, [desk, isKnown, text]);
  return <VisuallyHidden role="alert">{message}</VisuallyHidden>;
}
