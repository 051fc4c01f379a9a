import type { Bus, BusHandler, BusTopic, BusTopics } from './bus.ts';

/** Delivers at once, in the caller's turn, in the order of subscription. */
export function createInProcessBus(onError: (topic: BusTopic, error: unknown) => void): Bus {
  const handlers = new Map<BusTopic, Set<(message: never) => void>>();
  return {
    publish(topic, message) {
      for (const handler of handlers.get(topic) ?? []) {
        try {
          (handler as BusHandler<typeof topic>)(message);
        } catch (error) {
          onError(topic, error);
        }
      }
    },
    subscribe<T extends BusTopic>(topic: T, handler: (message: BusTopics[T]) => void) {
      const listeners = handlers.get(topic) ?? new Set();
      handlers.set(topic, listeners);
      listeners.add(handler);
      return () => listeners.delete(handler);
    },
  };
}
