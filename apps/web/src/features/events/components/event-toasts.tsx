import type { Event } from '@atalaia/contract/rules/event';
import { useEffect, useRef } from 'react';
import { useSnoozing } from '../../../lib/notifications/use-notification-choices.ts';
import type { Text, TextsState } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { eventLabel } from '../event-label.ts';

/** Numbers beyond this many are forgotten, the oldest first. */
const remembered = 1000;

/** Says of a number whether it is asked about for the first time. */
export function createOnce(): (id: number) => boolean {
  const shownIds = new Set<number>();
  return (id) => {
    if (shownIds.has(id)) return false;
    shownIds.add(id);
    for (const oldest of shownIds) {
      if (shownIds.size <= remembered) break;
      shownIds.delete(oldest);
    }
    return true;
  };
}

/** So many are shown one by one; more of them at once are counted. */
const mostShown = 3;

/** Says what the person asked to be notified of, each event once (NOT-01, notificator `web`). Shows nothing itself. */
export function EventToasts() {
  const { feed } = useLive();
  const { text, textOr } = useTexts();
  const { mutate: snooze } = useSnoozing(toasts.show);
  const once = useRef(createOnce());
  useEffect(
    () =>
      feed.onNotices((notices) => {
        const fresh = notices.filter(({ id }) => once.current(id));
        if (fresh.length > mostShown) {
          toasts.show('info', text('events.notices', { count: fresh.length }));
          return;
        }
        for (const notice of fresh) {
          const { notificationId: id } = notice.attributes;
          const label = text('events.snooze');
          toasts.show(
            'info',
            noticeText(notice, text, textOr),
            typeof id === 'number' ? { label, run: () => snooze({ id, on: true }) } : undefined,
          );
        }
      }),
    [feed, text, textOr, snooze],
  );
  return null;
}

function noticeText(notice: Event, text: Text, textOr: TextsState['textOr']): string {
  const { type, name, attributes } = notice;
  if (type === 'test' && typeof attributes.message === 'string') return attributes.message;
  if (attributes.template === 'anchor') return text('events.anchorNotice', { name });
  return text('events.notice', { label: eventLabel(notice, textOr), name });
}
