import type { Reply } from '@atalaia/protocols/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Receipt } from '../writer/entry.ts';
import { createReplyQueue } from './reply-queue.ts';

function reply(after: Reply['after'], byte: number): Reply {
  return { after, bytes: Uint8Array.of(byte) };
}

function queue() {
  const packets: number[][] = [];
  let unsettled = 0;
  const replies = createReplyQueue({
    send: (bytes) => packets.push([...bytes]),
    onUnsettled: () => {
      unsettled += 1;
    },
    onSettled: () => undefined,
  });
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { replies, packets, sent: () => packets.flat(), unsettled: () => unsettled, turn };
}

test('[ING-02] whatever order commits come in, replies are said in the order of the frames, each after its own', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ positions: fc.nat(3), answered: fc.boolean() }), { maxLength: 12 }),
      fc.infiniteStream(fc.nat()),
      async (frames, choice) => {
        const { replies, sent, turn } = queue();
        const open: { receipt: Receipt; frame: number }[] = [];
        const left = frames.map(({ positions }) => positions);
        for (const [frame, { positions, answered }] of frames.entries()) {
          const receipt = replies.add(answered ? [reply('commit', frame)] : [], positions);
          for (let one = 0; one < positions; one += 1) open.push({ receipt, frame });
        }
        const sayable = () => {
          const firstOpen = frames.findIndex(({ answered }, frame) => answered && (left[frame] ?? 0) > 0);
          const until = firstOpen < 0 ? frames.length : firstOpen;
          return frames.flatMap(({ answered }, frame) => (answered && frame < until ? [frame] : []));
        };
        await turn();
        expect(sent()).toEqual(sayable());
        while (open.length > 0) {
          const [next] = open.splice(choice.next().value % open.length, 1);
          next?.receipt.settle('committed');
          left[next?.frame ?? 0]! -= 1;
          await turn();
          expect(sent()).toEqual(sayable());
        }
        expect(replies.waiting).toBe(0);
      },
    ),
    { numRuns: 50 },
  );
});

test('[ING-02] what is not stored is never acknowledged, nor anything behind it', async () => {
  const { replies, sent, unsettled, turn } = queue();
  const first = replies.add([reply('commit', 1)], 1);
  const second = replies.add([reply('commit', 2)], 1);
  first.settle('rejected');
  second.settle('committed');
  await turn();
  expect(sent()).toEqual([]);
  expect(unsettled()).toBe(1);
});

test('what one commit settles is said in one packet', async () => {
  const { replies, packets, turn } = queue();
  const receipts = [1, 2, 3].map((byte) => replies.add([reply('commit', byte)], 1));
  for (const receipt of receipts) receipt.settle('committed');
  await turn();
  expect(packets).toEqual([[1, 2, 3]]);
});

test('a refusal is said only at the end, and replies to it never', async () => {
  const { replies, sent, turn } = queue();
  let ended = false;
  replies.add([reply('login', 1), reply('refusal', 9)], 0);
  replies.conclude([Uint8Array.of(7)], () => {
    ended = true;
  });
  await turn();
  expect(sent()).toEqual([1, 7]);
  expect(ended).toBe(true);
});

test('[ING-02] what comes once everything before it was answered is answered too', async () => {
  const { replies, packets, turn } = queue();
  for (const byte of [1, 2, 3]) {
    const receipt = replies.add([reply('commit', byte)], 1);
    receipt.settle('committed');
    await turn();
  }
  expect(packets).toEqual([[1], [2], [3]]);
});
