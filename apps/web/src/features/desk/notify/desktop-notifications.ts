/** New alarms as notifications of the desktop, while another tab or program is in front. */
import type { Alarm } from '@atalaia/contract/desk/alarm';
import { createStore, type ReadableStore } from '../../../lib/store/store.ts';

/** `unsupported`: the browser has none, as on pages without TLS. */
export type NotificationAccess = NotificationPermission | 'unsupported';

interface AskedAccess extends ReadableStore<NotificationAccess> {
  ask(): void;
}

function createNotificationAccess(): AskedAccess {
  const supported = typeof Notification !== 'undefined' && globalThis.isSecureContext;
  const store = createStore<NotificationAccess>(supported ? Notification.permission : 'unsupported');
  return {
    get: store.get,
    subscribe: store.subscribe,
    ask: () =>
      void Notification.requestPermission().then(store.set, (error: unknown) =>
        console.warn('The browser asks for no leave to notify', error),
      ),
  };
}

/** The page's own. */
export const notificationAccess = createNotificationAccess();

/** So many are shown one by one; more of them at once are counted. */
const mostShown = 3;

export interface DesktopNotice {
  readonly title: string;
  readonly body: string;
  /** One of the same tag takes the place of the one before. */
  readonly tag: string;
  /** Absent: a click only brings the page to the front. */
  readonly alarmId?: number;
}

/** What is said of alarms that were raised together. */
export function noticesOf(
  raised: readonly Alarm[],
  titleOf: (alarm: Alarm) => string,
  countText: (count: number) => string,
): readonly DesktopNotice[] {
  const heard = raised.filter(({ siren }) => siren);
  if (heard.length > mostShown) {
    return [
      {
        title: countText(heard.length),
        body: heard.map(titleOf).slice(0, mostShown).join(', '),
        tag: 'alarms',
      },
    ];
  }
  return heard.map((alarm) => ({
    title: titleOf(alarm),
    body: [alarm.deviceName, alarm.customerName].filter(Boolean).join(' · '),
    tag: `alarm-${alarm.id}`,
    alarmId: alarm.id,
  }));
}
