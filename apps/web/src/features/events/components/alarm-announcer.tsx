import type { Event } from '@atalaia/contract/rules/event';
import { isUrgent } from '@atalaia/domain/catalog/alarms';
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { eventLabel } from '../event-label.ts';

/**
 * Says the newest urgent event to a screen reader, and how many alarms wait when a person comes; the rest can be read in
 * the lists.
 */
export function AlarmAnnouncer() {
  const { alarms, events } = useLive();
  const { text, textOr } = useTexts();
  const [message, setMessage] = useState('');
  useEffect(() => {
    const say = (fresh: readonly Event[]) => {
      const urgent = fresh.findLast(isUrgent);
      if (urgent) setMessage(`${eventLabel(urgent, textOr)}: ${urgent.name}`);
    };
    const stops = [alarms.onAdded(say), events.onAdded(say)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [alarms, events, textOr]);

  const isKnown = useStore(alarms, ({ loadedMs }) => loadedMs !== null);
  useEffect(() => {
    const count = alarms.get().alarms.length;
    if (isKnown && count > 0) setMessage(text('alarms.count', { count }));
  }, [alarms, isKnown, text]);
  return <VisuallyHidden role="alert">{message}</VisuallyHidden>;
}
