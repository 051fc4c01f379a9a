/** Counts a server's answers without building anything of them: they are short, of one length, and checked by a byte. */
import type { LoadProtocol } from './packets.ts';

export interface AnswerCounter {
  /** Counts what came; throws when an answer is not the one that is due. */
  push(chunk: Uint8Array, length: number): void;
  readonly signedIn: boolean;
  /** Packets answered. */
  readonly answered: number;
}

interface AnswerShape {
  readonly loginBytes: number;
  readonly answerBytes: number;
  /** Which byte of an answer is checked, and what it must be for the packet of this index. */
  readonly checkedByte: number;
  expected(index: number, positionsPerPacket: number): number;
}

/**
 * gt06 answers `78 78 05 type serial crc 0D 0A` to sign-in and packet alike; teltonika 01 to the sign-in and the number
 * of records stored, u32, to each packet.
 */
const shapes: Readonly<Record<LoadProtocol, AnswerShape>> = {
  gt06: {
    loginBytes: 10,
    answerBytes: 10,
    checkedByte: 5,
    expected: (index) => ((index % 0xffff) + 1) & 0xff,
  },
  teltonika: {
    loginBytes: 1,
    answerBytes: 4,
    checkedByte: 3,
    expected: (_index, positionsPerPacket) => positionsPerPacket,
  },
};

/** `firstIndex` is that of the first packet sent on this connection. */
export function createAnswerCounter(
  protocol: LoadProtocol,
  positionsPerPacket: number,
  firstIndex: number,
): AnswerCounter {
  const { loginBytes, answerBytes, checkedByte, expected } = shapes[protocol];
  let received = 0;
  let checked = 0;
  return {
    push(chunk, length) {
      const before = received;
      received += length;
      let at = loginBytes + checked * answerBytes + checkedByte;
      for (; at < received; at += answerBytes) {
        const due = expected(firstIndex + checked, positionsPerPacket);
        if (chunk[at - before] !== due) throw new Error(`${protocol}: answer ${checked} is not the one due`);
        checked += 1;
      }
    },
    get signedIn() {
      return received >= loginBytes;
    },
    get answered() {
      return Math.max(0, Math.floor((received - loginBytes) / answerBytes));
    },
  };
}
