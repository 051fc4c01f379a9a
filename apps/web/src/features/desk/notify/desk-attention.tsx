import type { Alarm } from '@atalaia/contract/desk/alarm';
import { VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { SirenCall } from '../../../lib/siren/siren.ts';
import { useSiren } from '../../../lib/siren/use-siren.ts';
import { createStore, type ReadableStore } from '../../../lib/store/store.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { DeskState } from '../../../live/desk/desk-alarms.ts';
import { silencesKey } from '../../../live/desk/use-silences.ts';
import { useLive } from '../../../live/live-context.ts';
import { alarmSubject, alarmTitle } from '../alarm-title.ts';
import { isMuted } from '../mute/muted-kinds.ts';
import { mutedRulesKey, useMutedKinds } from '../mute/use-muted-kinds.ts';
import { noticesOf, notificationAccess } from './desktop-notifications.ts';

interface DeskAttentionProps {
  readonly onOpen: (alarmId: number) => void;
}

/** Makes alarms heard and noticed: the siren, a notification while the page is hidden, a word to a screen reader. */
export function DeskAttention({ onOpen }: DeskAttentionProps) {
  const { desk } = useLive();
  const { text, textOr } = useTexts();
  const { ids } = useMutedKinds();
  const [muted] = useState(() => createStore(ids));
  useEffect(() => muted.set(ids), [muted, ids]);
  const call = useMemo(() => createSirenCall(desk, muted), [desk, muted]);
  useDeskLists();
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

/** Lists that the server says have changed are read again; all of them after a gap of the connection. */
function useDeskLists() {
  const { feed, connection, desk } = useLive();
  const queries = useQueryClient();
  useEffect(() => {
    const stops = [
      feed.onDeskLists((lists) => {
        for (const list of lists) void queries.invalidateQueries({ queryKey: [list] });
        if (lists.includes('queue')) desk.load();
      }),
      connection.subscribe(() => {
        if (connection.get() !== 'open') return;
        for (const queryKey of [silencesKey, mutedRulesKey]) void queries.invalidateQueries({ queryKey });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [feed, connection, desk, queries]);
}

/** What the siren sounds for: the gravest alarm that nobody has taken, by what its rule and the person say (SHELL-08). */
export function sirenCallOf(waiting: readonly Alarm[], muted: ReadonlySet<number>): SirenCall | null {
  let severity: SirenCall['severity'] | undefined;
  let raised = 0;
  // In the queue's order: the first that is heard is the gravest.
  for (const alarm of waiting) {
    if (alarm.severity === 'low' || !alarm.siren || isMuted(alarm, muted)) continue;
    severity ??= alarm.severity;
    raised = Math.max(raised, Date.parse(alarm.soundsAt ?? alarm.openedAt));
  }
  return severity === undefined ? null : { severity, raised };
}

export function createSirenCall(
  desk: ReadableStore<DeskState>,
  muted: ReadableStore<ReadonlySet<number>>,
): ReadableStore<SirenCall | null> {
  let of: readonly Alarm[] | undefined;
  let call: SirenCall | null = null;
  return {
    get() {
      const { waiting } = desk.get();
      if (waiting !== of) {
        of = waiting;
        call = sirenCallOf(waiting, muted.get());
      }
      return call;
    },
    subscribe(listener) {
      const stops = [
        desk.subscribe(listener),
        muted.subscribe(() => {
          of = undefined;
          listener();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
