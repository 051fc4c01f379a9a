import type { Entry } from '../writer/entry.ts';

/** The way to the writers, and how full it is. Positions count from being read until they are settled. */
export interface Intake {
  push(entry: Entry): void;
  readonly isFull: boolean;
  /** Calls once there is room again. */
  whenRoom(resume: () => void): void;
  /** No longer wants to be called. */
  forget(resume: () => void): void;
  settled(positions: number): void;
  /** Takes positions from here on; full before. */
  open(): void;
  /** Full from here on: the server stops. */
  close(): void;
}

/** Waiting connections go on when so much of the bound is free, so that they do not stop and go at every commit. */
const resumeShare = 0.5;

export function createIntake(push: (entry: Entry) => void, mostPositions: number): Intake {
  const held = new Set<() => void>();
  let positions = 0;
  let isOpen = false;
  const isFull = () => !isOpen || positions >= mostPositions;
  return {
    push(entry) {
      if (entry.kind === 'position') positions += 1;
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
      positions -= count;
      if (positions > mostPositions * resumeShare) return;
      for (const resume of held) {
        if (isFull()) return;
        held.delete(resume);
        resume();
      }
    },
  };
}
