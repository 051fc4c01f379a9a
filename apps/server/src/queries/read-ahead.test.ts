import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inPiecesOf, readAhead } from './read-ahead.ts';

/** Readings that are settled by hand. */
function openReadings() {
  const started: number[] = [];
  const readings = new Map<number, PromiseWithResolvers<string>>();
  return {
    started,
    read(item: number): Promise<string> {
      started.push(item);
      const reading = Promise.withResolvers<string>();
      readings.set(item, reading);
      return reading.promise;
    },
    end: (item: number) => readings.get(item)?.resolve(`piece ${item}`),
    fail: (item: number) => readings.get(item)?.reject(new Error(`no piece ${item}`)),
  };
}

test('pieces come in their order, whichever is read first, and never more than two are read at once', async () => {
  const { started, read, end } = openReadings();
  const pieces = readAhead([1, 2, 3], read);
  const first = pieces.next();
  await nextTurn();
  expect(started).toEqual([1, 2]);
  end(2);
  await nextTurn();
  end(1);
  expect(await first).toEqual({ done: false, value: 'piece 1' });
  expect(started).toEqual([1, 2]);
  const second = pieces.next();
  expect(await second).toEqual({ done: false, value: 'piece 2' });
  const third = pieces.next();
  await nextTurn();
  expect(started).toEqual([1, 2, 3]);
  end(3);
  expect(await third).toEqual({ done: false, value: 'piece 3' });
  expect(await pieces.next()).toEqual({ done: true, value: undefined });
  expect((await readAhead([], read).next()).done).toBe(true);
});

test('a piece that fails ahead of its turn is told when its turn comes, and nothing after it is read', async () => {
  const { started, read, end, fail } = openReadings();
  const pieces = readAhead([1, 2, 3, 4], read);
  const first = pieces.next();
  await nextTurn();
  fail(2);
  // an unhandled rejection would end the process here
  await nextTurn();
  end(1);
  expect((await first).value).toBe('piece 1');
  await expect(pieces.next()).rejects.toThrow('no piece 2');
  expect(await pieces.next()).toEqual({ done: true, value: undefined });
  expect(started).not.toContain(4);
});

test('when the taker gives up nothing more is begun, and the failure of what was begun hurts nobody', async () => {
  const { started, read, end, fail } = openReadings();
  const pieces = readAhead([1, 2, 3, 4], read);
  const first = pieces.next();
  await nextTurn();
  end(1);
  await first;
  await pieces.return(undefined);
  fail(2);
  await nextTurn();
  expect(started).toEqual([1, 2]);
});

test('numbers are cut into pieces of a size, the last one shorter', () => {
  const pieces = inPiecesOf(2, Int32Array.of(1, 2, 3, 4, 5)).map((piece) => [...piece]);
  expect(pieces).toEqual([[1, 2], [3, 4], [5]]);
  expect(inPiecesOf(2, new Int32Array())).toEqual([]);
});
