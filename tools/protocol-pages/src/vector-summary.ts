/** What a protocol's vectors hold, gathered. */
import type { Protocol, TrackerMessage } from '@atalaia/protocols/protocol';
import { outcomeOf, vectors } from '@atalaia/protocols/testing/vector-files';

export interface VectorSummary {
  readonly vectors: number;
  /** Kinds of messages, by name. */
  readonly messages: readonly string[];
  /** Keys, those with a number as `temp1…`. */
  readonly attributes: readonly string[];
  readonly alarms: readonly string[];
  readonly network: boolean;
}

const kindNames: Readonly<Record<TrackerMessage['kind'], string>> = {
  login: 'sign-in',
  position: 'position',
  heartbeat: 'heartbeat',
  commandResult: 'answer to a command',
};

const attributesOf = (message: TrackerMessage) =>
  message.kind === 'position'
    ? message.position.attributes
    : message.kind === 'heartbeat'
      ? message.attributes
      : {};

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

/** `temp3` and `temp1` are one line of a page. */
const shownKey = (key: string) => key.replace(/\d+$/, '1…');

export function summaryOf(protocol: Protocol): VectorSummary {
  const own = vectors.filter((vector) => vector.protocol === protocol);
  const messages = own.flatMap((vector) => outcomeOf(vector, vector.pieces).messages);
  const summary = messages.map(attributesOf);
  return {
    vectors: own.length,
    messages: sorted(messages.map(({ kind }) => kindNames[kind])),
    attributes: sorted(summary.flatMap((attributes) => Object.keys(attributes)).map(shownKey)),
    alarms: sorted(summary.flatMap(({ alarm }) => (typeof alarm === 'string' ? alarm.split(',') : []))),
    network: messages.some(
      (message) => message.kind === 'position' && message.position.network !== undefined,
    ),
  };
}
