import type { Logger } from 'pino';
import type { Bus, LiveFragment } from '../../platform/bus/bus.ts';

export interface StatusPublisherParts {
  /** The contract's Device of each, as JSON text. */
  describeDevices(deviceIds: readonly number[]): Promise<readonly LiveFragment[]>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly log: Logger;
}

/** Publishes the status of devices after its change was committed. */
export interface StatusPublisher {
  publish(deviceIds: readonly number[]): void;
  /** Publishes what is left; drops what cannot be described now. */
  finish(): Promise<void>;
}

const mostAtOnce = 1000;
const retryMs = 1000;

export function createStatusPublisher({ describeDevices, bus, log }: StatusPublisherParts): StatusPublisher {
  const waiting = new Set<number>();
  let running: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let finishing = false;

  const describeAll = async () => {
    while (waiting.size > 0) {
      const deviceIds = [...waiting].slice(0, mostAtOnce);
      for (const id of deviceIds) waiting.delete(id);
      try {
        bus.publish('devices', await describeDevices(deviceIds));
      } catch (error) {
        log.warn({ err: error, count: deviceIds.length }, 'devices could not be described; trying again');
        for (const id of deviceIds) waiting.add(id);
        if (!finishing) retry ??= setTimeout(start, retryMs);
        return;
      }
    }
  };
  const start = () => {
    clearTimeout(retry);
    retry = undefined;
    running ??= describeAll().finally(() => {
      running = undefined;
    });
  };

  return {
    publish(deviceIds) {
      for (const id of deviceIds) waiting.add(id);
      if (!retry) start();
    },
    async finish() {
      finishing = true;
      await running;
      start();
      await running;
    },
  };
}
