import { decodedAs, heartbeatMessage } from '@atalaia/protocols/decoded';
import { gt06 } from '@atalaia/protocols/gt06/gt06';
import type { Protocol } from '@atalaia/protocols/protocol';
import { protocols } from '@atalaia/protocols/registry';
import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';
import { fuzz } from './fuzz.ts';

const streams = (most: number) => (count: number) => count < most;

test('[ING-03] every protocol takes streams that nobody sent', () => {
  for (const protocol of protocols) {
    const { failure } = fuzz({ protocol, firstSeed: 1, goOn: streams(300) });
    expect([protocol.name, failure]).toEqual([protocol.name, undefined]);
  }
});

/** gt06 with something wrong in it. */
const spoilt: Readonly<Record<string, Partial<Protocol>>> = {
  throws: {
    decode: () => {
      throw new Error('amid a frame');
    },
  },
  'battery 300 %': {
    decode: (_frame, session) =>
      decodedAs(session, [{ kind: 'heartbeat', uniqueIds: ['1'], attributes: { batteryLevel: 300 } }]),
  },
  'bytes held': { maxFrameBytes: 3 },
  'decodes to something else': {
    createFramer: () => ({ push: (chunk) => ({ frames: [chunk] }), pendingBytes: 0 }),
    decode: (frame, session) => decodedAs(session, [heartbeatMessage([String(frame.length)])]),
  },
};

test.each(Object.entries(spoilt))('a protocol that is wrong is found out: %s', (fault, wrong) => {
  const protocol = { ...gt06, ...wrong };
  const { failure } = fuzz({ protocol, firstSeed: 7, goOn: streams(5000) });
  expect(failure?.fault).toContain(fault);
  const again = fuzz({ protocol, firstSeed: failure?.seed ?? 0, goOn: streams(1) });
  expect(again.failure).toMatchObject({ seed: failure?.seed, hex: failure?.hex });
});

test('the arguments are followed or refused in words', () => {
  expect(readArguments(['gt06', '2', '--seed', '12'])).toEqual({ protocols: [gt06], seconds: 2, seed: 12 });
  expect(readArguments(['all', '1'])).toMatchObject({ protocols, seconds: 1 });
  expect(readArguments(['gt07', '1'])).toMatchObject({
    fault: expect.stringMatching(/no protocol gt07; there are .*gt06/),
  });
  for (const args of [[], ['gt06', 'x'], ['gt06', '0'], ['gt06', '1', '--seed', '-1']]) {
    expect(readArguments(args)).toHaveProperty('fault');
  }
});
