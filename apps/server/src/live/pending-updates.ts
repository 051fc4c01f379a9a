/** What waits for the next tick: updates for all users who see the device, and updates for one user. */
import { createOutbox, type LiveUpdates } from './outbox.ts';

export interface PendingUpdates {
  add(updates: LiveUpdates): void;
  addFor(userId: number, updates: LiveUpdates): void;
  /** Gives the share of each user, and nothing waits any more. */
  take(): (userId: number, sees: (deviceId: number) => boolean) => LiveUpdates;
}

export function createPendingUpdates(): PendingUpdates {
  const shared = createOutbox(Number.POSITIVE_INFINITY);
  const personal = new Map<number, ReturnType<typeof createOutbox>>();
  return {
    add: shared.add,
    addFor(userId, updates) {
      const mine = personal.get(userId) ?? createOutbox(Number.POSITIVE_INFINITY);
      mine.add(updates);
      personal.set(userId, mine);
    },
    take() {
      const { positions, devices, events, blocks } = shared.take();
      const own = new Map([...personal].map(([userId, outbox]) => [userId, outbox.take()]));
      personal.clear();
      return (userId, sees) => {
        const seen = ({ deviceId }: { readonly deviceId: number }) => sees(deviceId);
        const mine = own.get(userId);
        return {
          positions: positions.filter(seen),
          devices: devices.filter(seen),
          events: [...events, ...(mine?.events ?? [])].filter(seen),
          sinisters: (mine?.sinisters ?? []).filter(seen),
          blocks: blocks.filter(seen),
          deliveries: (mine?.deliveries ?? []).filter(seen),
          customers: mine?.customers ?? [],
          alarms: mine?.alarms ?? [],
          deskNotices: mine?.deskNotices ?? [],
          handlings: (mine?.handlings ?? []).filter(seen),
          deskLists: mine?.deskLists ?? [],
          removedDeviceIds: mine?.removedDeviceIds ?? [],
        };
      };
    },
  };
}
