import type { Entry } from '../writer/entry.ts';
import { writerOf } from '../writer/writers.ts';
import { createFairQueue, type Flow } from './fair-queue.ts';

/**
 * The way to the writers, and how full it is: every entry counts from being read until it is settled. Each writer has
 * room of its own, so that a slow one does not delay the devices of others.
 */
export interface Intake {
  push(entry: Entry): void;
  /** Which writer commits the entries of this device. */
  writerOf(deviceId: number): number;
  /** Serves the flow when it may push to this writer. */
  ask(flow: Flow, writer: number): void;
  /** Nobody waits for this writer, and it has room. */
  isFree(writer: number): boolean;
  /** The flow no longer waits. */
  forget(flow: Flow): void;
  settled(entry: Entry): void;
  readonly isOpen: boolean;
  /** Takes entries from here on; none before. */
  open(): void;
  /** Takes none while `isHeld`, and goes on when it is not. */
  hold(isHeld: boolean): void;
  /** Takes none from here on: the server stops. */
  close(): void;
}

export interface IntakeParts {
  push(entry: Entry): void;
  readonly writers: number;
  /** Entries that may wait for their commit, over all writers. */
  readonly mostEntries: number;
}

export function createIntake({ push, writers, mostEntries }: IntakeParts): Intake {
  const most = Math.ceil(mostEntries / writers);
  const unsettled = Array.from({ length: writers }, () => 0);
  let isOpen = false;
  let held = false;
  const room = (writer: number) => (isOpen && !held ? most - (unsettled[writer] ?? 0) : 0);
  const queues = unsettled.map((_, writer) => createFairQueue({ room: () => room(writer) }));
  const count = (entry: Entry, change: 1 | -1): number => {
    const writer = writerOf(entry.device.id, writers);
    unsettled[writer] = (unsettled[writer] ?? 0) + change;
    return writer;
  };
  return {
    push(entry) {
      count(entry, 1);
      push(entry);
    },
    writerOf: (deviceId) => writerOf(deviceId, writers),
    ask: (flow, writer) => queues[writer]?.ask(flow),
    isFree: (writer) => room(writer) > 0 && queues[writer]?.waiting === 0,
    forget(flow) {
      for (const queue of queues) queue.forget(flow);
    },
    settled(entry) {
      queues[count(entry, -1)]?.roomFreed();
    },
    get isOpen() {
      return isOpen;
    },
    open() {
      isOpen = true;
      for (const queue of queues) queue.roomFreed();
    },
    hold(isHeld) {
      held = isHeld;
      if (!held) for (const queue of queues) queue.roomFreed();
    },
    close() {
      isOpen = false;
      for (const queue of queues) queue.stop();
    },
  };
}
