import type { ImportNoun } from '@atalaia/contract/reports/import';
import { OrderGivenUp } from '../../../errors/job-errors.ts';
import type { OrderThread } from '../../../platform/threads/order-thread.ts';
import type { CellReader, CellValue } from '../cells/cell-value.ts';
import type { ReadSheet, SpreadsheetRequest } from '../rows/sheet-reading.ts';
import {
  type SheetAnswer,
  type SheetList,
  type SheetOrder,
  type SheetQuestion,
  type SheetReader,
  unreadable,
} from './sheet-orders.ts';

/** Spreadsheets read and made in a thread of their own. */
export interface SheetThread {
  template(noun: ImportNoun, reader: CellReader): Promise<Uint8Array<ArrayBuffer>>;
  /** Takes the bytes for itself. Throws what `readFile` and `readSheet` throw. */
  read(bytes: Uint8Array<ArrayBuffer>, wish: SpreadsheetRequest, signal: AbortSignal): Promise<ReadSheet>;
  /** The cells of a file, row by row. Takes the bytes for itself; throws what `readFile` throws. */
  cells(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<readonly (readonly CellValue[])[]>;
  /** The file of a list whose rows are JSON with commas between; it comes in pieces as they do. */
  list(
    list: SheetList,
    pieces: AsyncIterable<string>,
    reader: SheetReader,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/** A file that takes longer to read was made to. */
const longestReadMs = 60_000;

export type SheetOrderThread = OrderThread<SheetOrder, SheetQuestion, SheetAnswer>;

export function createSheetThread(thread: SheetOrderThread): SheetThread {
  /** Hands a file over to the thread, and gathers what comes of it. */
  async function reading<Result>(
    order: SheetOrder & { readonly bytes: Uint8Array<ArrayBuffer> },
    signal: AbortSignal,
    gather: (ask: () => Promise<SheetAnswer>) => Promise<Result>,
  ): Promise<Result> {
    const limit = AbortSignal.timeout(longestReadMs);
    const opened = thread.open(order, AbortSignal.any([signal, limit]), [order.bytes.buffer]);
    try {
      return await gather(() => opened.ask({}));
    } catch (error) {
      signal.throwIfAborted();
      // what blocks the thread receives no message: it is ended, and begins anew
      if (limit.aborted) await thread.stop();
      // the thread fell over it, or it took too long
      throw error instanceof OrderGivenUp ? unreadable('it is too much for the reader') : error;
    } finally {
      opened.close();
    }
  }

  return {
    async template(noun, reader) {
      const order = thread.open({ kind: 'template', noun, reader }, AbortSignal.timeout(longestReadMs));
      try {
        return (await order.ask({})) as Uint8Array<ArrayBuffer>;
      } finally {
        order.close();
      }
    },

    read: (bytes, wish, signal) =>
      reading({ kind: 'read', bytes, wish }, signal, async (ask) => {
        const { sheet } = (await ask()) as { sheet: Omit<ReadSheet, 'rows'> };
        const rows: ReadSheet['rows'][number][] = [];
        for (;;) {
          const piece = (await ask()) as { rows: ReadSheet['rows'] } | undefined;
          if (!piece) return { ...sheet, rows };
          rows.push(...piece.rows);
        }
      }),

    cells: (bytes, signal) =>
      reading({ kind: 'cells', bytes }, signal, async (ask) => {
        const rows: (readonly CellValue[])[] = [];
        for (;;) {
          const piece = (await ask()) as { cells: readonly (readonly CellValue[])[] } | undefined;
          if (!piece) return rows;
          rows.push(...piece.cells);
        }
      }),

    async *list(list, pieces, reader, signal) {
      const order = thread.open({ kind: 'list', list, reader }, signal);
      try {
        for await (const rows of pieces) {
          const bytes = (await order.ask({ rows })) as Uint8Array<ArrayBuffer>;
          if (bytes.length > 0) yield bytes;
        }
        yield (await order.ask({})) as Uint8Array<ArrayBuffer>;
      } finally {
        order.close();
      }
    },
  };
}
