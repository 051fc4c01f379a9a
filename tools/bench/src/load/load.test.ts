import type { PositionMessage, TrackerSession } from '@atalaia/protocols/protocol';
import { protocols } from '@atalaia/protocols/registry';
import { describe, expect, test } from 'vitest';
import { createAnswerCounter } from './answers.ts';
import { encodePackets, type LoadProtocol } from './packets.ts';

const plan = {
  uniqueId: '350000000000007',
  packetCount: 12,
  positionsPerPacket: 1,
  firstFixMs: Date.UTC(2026, 0, 1),
  stepMs: 1000,
};

/** What the server's own decoder makes of what a load tracker writes. */
function served(protocol: LoadProtocol, positionsPerPacket: number) {
  const packets = encodePackets({ ...plan, protocol, positionsPerPacket });
  const decoder = protocols.find(({ name }) => name === protocol)!;
  const framer = decoder.createFramer();
  let session: TrackerSession = {};
  const replies: Buffer[] = [];
  const positions: PositionMessage[] = [];
  for (const frame of framer.push(Buffer.concat([packets.login, packets.bytes])).frames) {
    const decoded = decoder.decode(frame, session, { receivedMs: plan.firstFixMs, transport: 'tcp' });
    expect(decoded.error).toBeUndefined();
    session = decoded.session;
    const response = decoded.replies.filter(({ after }) => after !== 'refusal');
    replies.push(...response.map(({ bytes }) => Buffer.from(bytes)));
    positions.push(...decoded.messages.filter((message) => message.kind === 'position'));
  }
  return { packets, positions, answers: Buffer.concat(replies) };
}

describe.each([
  ['gt06', 1],
  ['teltonika', 1],
  ['teltonika', 10],
] as const)('%s, %i positions a packet', (protocol, positionsPerPacket) => {
  const { packets, positions, answers } = served(protocol, positionsPerPacket);

  test('every packet is one the server takes, each position a second after the last', () => {
    expect(packets.bytes.length).toBe(packets.packetBytes * plan.packetCount);
    expect(positions.map(({ position }) => position.fixTimeMs)).toEqual(
      Array.from(
        { length: plan.packetCount * positionsPerPacket },
        (_, index) => plan.firstFixMs + index * 1000,
      ),
    );
  });

  test('its answers are counted, however they are cut', () => {
    for (let cut = 0; cut <= answers.length; cut += 1) {
      const counter = createAnswerCounter(protocol, positionsPerPacket, 0);
      counter.push(answers, cut);
      counter.push(answers.subarray(cut), answers.length - cut);
      expect(counter.signedIn).toBe(true);
      expect(counter.answered).toBe(plan.packetCount);
    }
  });

  test('an answer that is not the one due is no acknowledgement', () => {
    const wrong = Buffer.concat([answers, answers.subarray(-2)]);
    for (let at = 0; at < wrong.length; at += 1) wrong[at] = 0;
    expect(() => createAnswerCounter(protocol, positionsPerPacket, 0).push(wrong, wrong.length)).toThrow(
      'due',
    );
  });
});
