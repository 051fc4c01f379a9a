import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type Cut, createCuttingFramer } from './framing.ts';

/** Frames of one length byte and that many bytes; 255 starts nothing and is passed over. */
function cutCounted(bytes: Uint8Array): Cut {
  const length = bytes[0] ?? 0;
  if (length === 255) return { kind: 'skip', length: 1 };
  return bytes.length < length + 1
    ? { kind: 'more', examined: 0, needed: length + 1 }
    : { kind: 'frame', length: length + 1 };
}

const limits = { maxFrameBytes: 64, maxSkippedBytes: 3 };

test('[ING-03] frames, skipped bytes and errors do not depend on how the stream is split', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.integer({ min: 1, max: 40 })),
      (bytes, sizes) => {
        const whole = createCuttingFramer(cutCounted, limits).push(bytes);
        const framer = createCuttingFramer(cutCounted, limits);
        const frames: Uint8Array[] = [];
        let error: unknown;
        for (let at = 0, turn = 0; at < bytes.length && !error; turn += 1) {
          const size = sizes[turn % Math.max(1, sizes.length)] ?? 7;
          const framed = framer.push(bytes.subarray(at, at + size));
          frames.push(...framed.frames);
          error = framed.error;
          at += size;
        }
        expect(frames).toEqual(whole.frames);
        expect(error).toEqual(whole.error);
      },
    ),
  );
});

test('a frame longer than allowed, and too many skipped bytes, end the stream for good', () => {
  const long = createCuttingFramer(cutCounted, limits);
  expect(long.push(Uint8Array.of(100)).error?.code).toBe('frame-too-long');
  expect(long.push(Uint8Array.of(0)).error?.code).toBe('frame-too-long');
  expect(long.pendingBytes).toBe(0);
  const noisy = createCuttingFramer(cutCounted, limits);
  expect(noisy.push(Uint8Array.of(255, 255, 255, 0)).frames).toHaveLength(1);
  expect(noisy.push(Uint8Array.of(255, 255, 255, 255)).error?.code).toBe('no-frame');
});

test('frames are copies: a socket may use its buffer again', () => {
  const chunk = Uint8Array.of(2, 7, 8);
  const { frames } = createCuttingFramer(cutCounted, limits).push(chunk);
  chunk.fill(0);
  expect(frames).toEqual([Uint8Array.of(2, 7, 8)]);
});

test('of a stream of single bytes each is copied once, and a frame is looked at twice', () => {
  let looks = 0;
  const counting: typeof cutCounted = (bytes) => {
    looks += 1;
    return cutCounted(bytes);
  };
  const copies = vi.spyOn(Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array, 'set');
  const framer = createCuttingFramer(counting, limits);
  let frames = 0;
  for (let at = 0; at < 30_000; at += 1)
    frames += framer.push(Uint8Array.of(at % 50 === 0 ? 49 : 1)).frames.length;
  const copied = copies.mock.calls.reduce((sum, [bytes]) => sum + bytes.length, 0);
  copies.mockRestore();
  expect(frames).toBe(600);
  expect(looks).toBe(2 * frames);
  expect(copied).toBeLessThanOrEqual(30_000);
});
