/** What the siren sounds for: the gravest alarm that nobody has taken, by what its rule and the person say (SHELL-08). */
import type { Alarm } from '@atalaia/contract/desk/alarm';
import type { SirenCall } from '../../../lib/siren/siren.ts';
import type { ReadableStore } from '../../../lib/store/store.ts';
import type { DeskState } from '../../../live/desk/desk-alarms.ts';
import { isMuted } from '../mute/muted-kinds.ts';

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
