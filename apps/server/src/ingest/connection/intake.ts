import type { Entry } from '../writer/entry.ts';

/** The way to the writers, and how full it is. Every entry counts from being read until it is settled. */
export interface Intake {
  push(entry: Entry): void;
  readonly isFull: boolean;
  /** Calls once there is room again. */
  whenRoom(resume: () => void): void;
  /** No longer wants to be called. */
  forget(resume: () => void): void;
  settled(entries: number): void;
  /** Takes entries from here on; full before. */
  open(): void;
  /** Full from here on: the server stops. */
  close(): void;
}

/** Waiting connections go on when so much of the bound is free, so that they do not stop and go at every commit. */
const resumeShare = 0.5;

export function createIntake(push: (entry: Entry) => void, mostEntries: number): Intake {
  const held = new Set<() => void>();
  let waiting = 0;
  let isOpen = false;
  const isFull = () => !isOpen || waiting >= mostEntries;
  return {
    push(entry) {
      waiting += 1;
      push(entry);
    },
    get isFull() {
      return isFull();
    },
    whenRoom: (resume) => held.add(resume),
    forget: (resume) => held.delete(resume),
    open() {
      isOpen = true;
    },
    close() {
      isOpen = false;
    },
    settled(count) {
      waiting -= count;
      if (waiting > mostEntries * resumeShare) return;
      for (const resume of held) {
        if (isFull()) return;
        held.delete(resume);
        resume();
      }
    },
  };
}
