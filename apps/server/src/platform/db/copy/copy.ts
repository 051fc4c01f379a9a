/**
 * COPY over a connection of `pg`. What the server sends is read no faster than it is used, and what it is sent goes no
 * faster than it is taken, so a table of any size passes through a few hundred kilobytes.
 */
import { Readable, Writable } from 'node:stream';
import type { ClientBase, Connection, Submittable } from 'pg';

/** The half of `pg`'s connection that its types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(bytes: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

export interface CopyHandlers {
  /** One row, whole. Its bytes are the connection's own: they are overwritten once this has returned. */
  data(row: Buffer): void;
  resolve(): void;
  reject(error: Error): void;
}

/** `COPY … TO STDOUT` as a query that `pg` submits. */
export function copyOut(text: string, { data, resolve, reject }: CopyHandlers): Submittable {
  const query = {
    submit: (connection: Connection) => connection.query(text),
    handleRowDescription: () => undefined,
    handleDataRow: () => undefined,
    handleCommandComplete: () => undefined,
    handleCopyData: ({ chunk }: { readonly chunk: Buffer }) => data(chunk),
    handleReadyForQuery: resolve,
    handleError: reject,
  };
  return query;
}

/** Rows are handed on in pieces of this size. */
const pieceBytes = 131_072;

/** What `COPY … TO STDOUT` answers. Destroyed before its end, it takes the connection with it. */
export function copyTo(client: ClientBase, text: string): Readable {
  let connection: Connection | undefined;
  let piece = Buffer.allocUnsafe(pieceBytes);
  let used = 0;
  let ended = false;

  const rows = new Readable({
    read: () => connection?.stream.resume(),
    destroy(error, done) {
      if (!ended) connection?.stream.destroy();
      done(error);
    },
  });
  function hand(bytes: Buffer): void {
    if (!rows.push(bytes)) connection?.stream.pause();
  }
  function flush(): void {
    if (used > 0) hand(piece.subarray(0, used));
    piece = Buffer.allocUnsafe(pieceBytes);
    used = 0;
  }
  const query = copyOut(text, {
    data(row) {
      if (used + row.length > pieceBytes) flush();
      if (row.length > pieceBytes) hand(Buffer.from(row));
      else used += row.copy(piece, used);
    },
    resolve() {
      ended = true;
      flush();
      rows.push(null);
      // nothing more is read from here: the next query's answer must not wait
      connection?.stream.resume();
    },
    reject(error) {
      ended = true;
      connection?.stream.resume();
      rows.destroy(error);
    },
  });
  client.query({
    ...query,
    submit(given) {
      connection = given;
      query.submit(given);
    },
  });
  return rows;
}

/** Takes what `COPY … FROM STDIN` reads; finishes once the server has stored all of it. */
export function copyFrom(client: ClientBase, text: string): Writable {
  let connection: CopyConnection | undefined;
  let ended = false;
  let begin: ((error?: Error) => void) | undefined;
  let stored: () => void = () => undefined;

  /** The server is ready for the rows, or refused the statement. */
  function ready(error?: Error): void {
    const done = begin;
    begin = undefined;
    done?.(error);
  }
  const rows = new Writable({
    construct: (done) => {
      begin = done;
    },
    write(bytes, _encoding, done) {
      connection?.sendCopyFromChunk(bytes);
      if (connection?.stream.writableNeedDrain) connection.stream.once('drain', done);
      else done();
    },
    final(done) {
      stored = done;
      connection?.endCopyFrom();
    },
    destroy(error, done) {
      if (!ended) connection?.sendCopyFail(error?.message ?? 'given up');
      done(error);
    },
  });
  const query = {
    submit(given: Connection) {
      connection = given as CopyConnection;
      given.query(text);
    },
    handleCopyInResponse: () => ready(),
    handleCommandComplete: () => undefined,
    handleReadyForQuery() {
      ended = true;
      stored();
    },
    handleError(error: Error) {
      ended = true;
      ready(error);
      rows.destroy(error);
    },
  };
  client.query(query);
  return rows;
}
