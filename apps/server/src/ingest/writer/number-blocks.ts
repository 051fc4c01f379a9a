import type { ClientBase } from 'pg';
import { NumbersExhausted } from '../../errors/database-errors.ts';

/** The sequence's increment: each of its values opens a block of so many numbers (see migration 0001). */
const blockSize = 1000;

/** Blocks fetched at once, so that asking is rare. */
const blocksAtOnce = 8;

/** Numbers for rows before they are inserted, so that a row's JSON can have its number; rising for as long as it lives. */
export interface NumberBlocks {
  /** Makes sure that so many can be taken. */
  reserve(client: Pick<ClientBase, 'query'>, count: number): Promise<void>;
  take(): number;
  /** After a lost connection: a database that failed over may issue the same numbers again. */
  drop(): void;
}

/** Taking throws `NumbersExhausted` when nothing is reserved any more. */
export function createNumberBlocks(sequence: string): NumberBlocks {
  const starts: number[] = [];
  let next = 0;
  let end = 0;
  const available = () => end - next + starts.length * blockSize;
  return {
    async reserve(client, count) {
      const missing = count - available();
      if (missing <= 0) return;
      const blocks = Math.max(Math.ceil(missing / blockSize), blocksAtOnce);
      const { rows } = await client.query<{ start: number }>({
        name: 'ingest-number-blocks',
        text: 'SELECT nextval($1::regclass) AS start FROM generate_series(1, $2)',
        values: [sequence, blocks],
      });
      for (const { start } of rows) starts.push(start);
    },
    take() {
      if (next === end) {
        const start = starts.shift();
        if (start === undefined) throw new NumbersExhausted(`no number of ${sequence} is reserved`);
        next = start;
        end = start + blockSize;
      }
      return next++;
    },
    drop() {
      starts.length = 0;
      next = 0;
      end = 0;
    },
  };
}
