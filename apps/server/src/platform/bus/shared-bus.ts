/**
 * The bus of several processes: what is published is heard here at once, and, of the topics that all share, in the others
 * over NATS. A message may be lost: the receiver notices, and reads what it missed (`news`).
 */
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Processes } from '../db/processes/processes.ts';
import type { Bus, BusTopic, BusTopics } from './bus.ts';
import { createGaps } from './gaps.ts';
import type { NatsLine } from './nats-line.ts';

/** What leaves the process of each topic that all share. Others stay within it, or are rows of `changes`. */
const shared = {
  positions: (message) => message,
  devices: (message) => message,
  events: (message) => message,
  notificationDeliveries: (message) => message,
  storedPositions: (positions) =>
    positions.map(({ id, deviceId, position }) => ({
      id,
      deviceId,
      position: { fixTimeMs: position.fixTimeMs },
    })),
  heardDevices: (devices) => devices.map(({ deviceId }) => ({ deviceId })),
  framesWanted: (message) => message,
  frames: (message) => message,
  positionsLookedAt: (message) => message,
  commandsQueued: (message) => message,
} satisfies { readonly [T in BusTopic]?: (message: BusTopics[T]) => BusTopics[T] };

export type SharedTopic = keyof typeof shared;
export const sharedTopics = Object.keys(shared) as readonly SharedTopic[];

/** Whether what other processes publish arrives here. */
export interface News {
  isLive(): boolean;
  /** Calls when something may have been missed (false), and when all arrives again (true). Returns how to stop. */
  onChange(listener: (isLive: boolean) => void): () => void;
}

/** What only the memory of another process knows. Who does not answer within a moment is not waited for. */
export interface Questions {
  /** One answer of each other process that gives one, of whatever it is. */
  ask(question: object): Promise<readonly unknown[]>;
  /** Answers what others ask. An answer is under 256 kB, or none. */
  answer(reply: (question: never) => unknown): void;
}

/** Of one process, which hears itself. */
export const alwaysLive: News = { isLive: () => true, onChange: () => () => {} };

export interface SharedBusParts {
  /** Within this process. */
  readonly inner: Bus;
  readonly line: NatsLine;
  readonly processes: Pick<Processes, 'epoch' | 'installation' | 'others'>;
  /** What this process listens to. */
  readonly topics: readonly SharedTopic[];
  readonly metrics: Registry;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}

export interface SharedBus extends Bus {
  readonly news: News;
  readonly questions: Questions;
  stop(): void;
}

const beatEveryMs = 1_000;
const lookEveryMs = 200;
/** A process whose timers come so late stood still itself: what it did not hear is still on its way. */
const stoodStillMs = 800;
/** Who did not write his row for so long, ms, is no living process: three beats of his. */
const livingForMs = 3_500;
/** NATS takes 1 MB unless it is told otherwise; smaller ones do not hold up others. */
const mostBytes = 256_000;
const answerWithinMs = 500;

export function createSharedBus(parts: SharedBusParts): SharedBus {
  const { inner, line, processes, topics, log } = parts;
  const { epoch, installation } = processes;
  const root = `atalaia.${installation}`;
  const gaps = createGaps(topics);
  const numbers: Record<string, number> = {};
  const listeners = new Set<(isLive: boolean) => void>();
  let isLive = false;
  const gapCount = new Counter({
    name: 'atalaia_bus_gaps_total',
    help: 'Times that messages of other processes were missed, or may have been',
    registers: [parts.metrics],
  });
  new Gauge({
    name: 'atalaia_nats_connected',
    help: '1 while NATS answers',
    registers: [parts.metrics],
    collect() {
      this.set(Number(line.isUp()));
    },
  });

  const become = (now: boolean) => {
    if (isLive === now) return;
    isLive = now;
    if (!now) gapCount.inc();
    for (const listener of listeners) listener(now);
  };
  const miss = (of: number, topic?: string) => {
    if (isLive) log.info({ epoch: of, topic }, 'messages of another process were missed: they are read');
    become(false);
  };

  const send = (topic: SharedTopic, message: unknown) => {
    const text = JSON.stringify(message);
    const isLarge = text.length > mostBytes / 2 && Buffer.byteLength(text) > mostBytes;
    if (isLarge && Array.isArray(message) && message.length > 1) {
      const half = message.length >> 1;
      send(topic, message.slice(0, half));
      send(topic, message.slice(half));
      return;
    }
    const number = (numbers[topic] ?? 0) + 1;
    numbers[topic] = number;
    // one that is too large, or that nobody can take now, leaves a number out: who listens notices, and reads
    if (!isLarge) line.publish(`${root}.${topic}.${epoch}`, `${number}\n${text}`);
  };

  const epochOf = (subject: string) => Number(subject.slice(subject.lastIndexOf('.') + 1));
  for (const topic of topics) {
    line.subscribe(`${root}.${topic}.*`, (subject, text) => {
      const from = epochOf(subject);
      const end = text.indexOf('\n');
      if (!gaps.heard(from, topic, Number(text.slice(0, end)))) miss(from, topic);
      inner.publish(topic, JSON.parse(text.slice(end + 1)));
    });
  }
  line.subscribe(`${root}.beat.*`, (subject, text) => {
    const from = epochOf(subject);
    if (!gaps.beat(from, JSON.parse(text))) miss(from);
  });

  const beat = () => line.publish(`${root}.beat.${epoch}`, JSON.stringify(numbers));
  let lookedMs = performance.now();
  const look = () => {
    const nowMs = performance.now();
    const stoodStill = nowMs - lookedMs > stoodStillMs;
    lookedMs = nowMs;
    if (stoodStill) return;
    const living = processes
      .others()
      .filter(({ hasNats, silentMs }) => hasNats && silentMs < livingForMs)
      .map((other) => other.epoch);
    const missing = gaps.missing(living);
    if (isLive && missing.length > 0)
      log.warn({ epochs: missing }, 'living processes are not heard over NATS');
    become(line.isUp() && missing.length === 0);
  };
  const timers = [setInterval(beat, beatEveryMs), setInterval(look, lookEveryMs)];

  const questions = createQuestions({
    ...{ line, root, epoch },
    others: () => processes.others().filter(({ hasNats }) => hasNats).length,
  });

  return {
    questions,
    publish(topic, message) {
      inner.publish(topic, message);
      if (topic in shared) send(topic as SharedTopic, shared[topic as SharedTopic](message as never));
    },
    subscribe: inner.subscribe,
    news: {
      isLive: () => isLive,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

interface QuestionParts {
  readonly line: NatsLine;
  readonly root: string;
  readonly epoch: number;
  /** How many could answer. */
  others(): number;
}

/** A question goes to `ask.<epoch of who asks>`, an answer to `answer.<the same>`, each with the question's number. */
function createQuestions({ line, root, epoch, others }: QuestionParts): Questions {
  let asked = 0;
  const waiting = new Map<string, (answer: unknown) => void>();
  const split = (text: string) => {
    const end = text.indexOf('\n');
    return [text.slice(0, end), text.slice(end + 1)] as const;
  };
  line.subscribe(`${root}.answer.${epoch}`, (_subject, text) => {
    const [number, json] = split(text);
    waiting.get(number)?.(JSON.parse(json));
  });
  return {
    async ask(question) {
      asked += 1;
      const number = String(asked);
      const answers: unknown[] = [];
      const expected = others();
      if (expected === 0 || !line.publish(`${root}.ask.${epoch}`, `${number}\n${JSON.stringify(question)}`))
        return [];
      await new Promise<void>((resolve) => {
        const patience = setTimeout(resolve, answerWithinMs);
        waiting.set(number, (answer) => {
          answers.push(answer);
          if (answers.length < expected) return;
          clearTimeout(patience);
          resolve();
        });
      });
      waiting.delete(number);
      return answers.filter((answer) => answer !== null);
    },
    answer(reply) {
      line.subscribe(`${root}.ask.*`, (subject, text) => {
        const [number, json] = split(text);
        const answer = JSON.stringify(reply(JSON.parse(json) as never) ?? null);
        const asker = subject.slice(subject.lastIndexOf('.') + 1);
        const fits = Buffer.byteLength(answer) <= mostBytes;
        line.publish(`${root}.answer.${asker}`, `${number}\n${fits ? answer : 'null'}`);
      });
    },
  };
}
