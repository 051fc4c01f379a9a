import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { eventLabel } from '../event-label.ts';
import { isHot } from '../event-tone.ts';

/** Says the newest urgent event to a screen reader; the rest can be read in the list. */
export function AlarmAnnouncer() {
  const { events } = useLive();
  const { textOr } = useTexts();
  const [said, setSaid] = useState('');
  useEffect(
    () =>
      events.onAdded((fresh) => {
        const urgent = fresh.findLast(isHot);
        if (urgent) setSaid(`${eventLabel(urgent, textOr)}: ${urgent.name}`);
      }),
    [events, textOr],
  );
  return <VisuallyHidden role="alert">{said}</VisuallyHidden>;
}
