/** What waits for the next tick: news for whoever sees its device, and news for one person. */
import { createOutbox, type LiveNews } from './outbox.ts';

export interface HubNews {
  hold(news: LiveNews): void;
  holdFor(userId: number, news: LiveNews): void;
  /** Gives the share of each user, and nothing waits any more. */
  take(): (userId: number, sees: (deviceId: number) => boolean) => LiveNews;
}

export function createHubNews(): HubNews {
  const shared = createOutbox(Number.POSITIVE_INFINITY);
  const personal = new Map<number, ReturnType<typeof createOutbox>>();
  return {
    hold: shared.hold,
    holdFor(userId, news) {
      const mine = personal.get(userId) ?? createOutbox(Number.POSITIVE_INFINITY);
      mine.hold(news);
      personal.set(userId, mine);
    },
    take() {
      const { positions, devices, events, sinisters } = shared.take();
      const own = new Map([...personal].map(([userId, outbox]) => [userId, outbox.take()]));
      personal.clear();
      return (userId, sees) => {
        const seen = ({ deviceId }: { readonly deviceId: number }) => sees(deviceId);
        const mine = own.get(userId);
        return {
          positions: positions.filter(seen),
          devices: devices.filter(seen),
          events: [...events, ...(mine?.events ?? [])].filter(seen),
          sinisters: sinisters.filter(seen),
          notices: (mine?.notices ?? []).filter(seen),
          customers: mine?.customers ?? [],
          removedDeviceIds: mine?.removedDeviceIds ?? [],
        };
      };
    },
  };
}
