/** A table's rows in a file: COPY's text format, compressed with zstd, so that `zstd -dc` shows it to a person. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { BackupRefused } from '../../errors/backup-errors.ts';
import { createRowDigest, type RowFacts } from './row-digest.ts';

export interface FileFacts {
  readonly bytes: number;
  /** Of the file as it is on the disk. */
  readonly sha256: string;
}

export interface TableFileFacts extends FileFacts, RowFacts {}

/** What it hands on at once; the usual 16 kB cost a turn of the loop each. */
const chunkSize = 262_144;
const zstd = {
  chunkSize,
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** Writes rows to a new file; it is on the disk when this resolves. */
export async function writeTableFile(
  path: string,
  rows: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<TableFileFacts> {
  const text = createRowDigest();
  const file = createFileDigest();
  await pipeline(
    rows,
    passing(text.update),
    createZstdCompress(zstd),
    passing(file.update),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    { signal },
  );
  return { ...file.finish(), ...text.finish() };
}

/** Reads such a file to its end. */
export async function readTableFile(path: string, signal: AbortSignal): Promise<TableFileFacts> {
  const text = createRowDigest();
  const file = createFileDigest();
  await pipeline(
    readFrom(path),
    passing(file.update),
    createZstdDecompress({ chunkSize }),
    passing(text.update),
    nowhere(),
    { signal },
  );
  return { ...file.finish(), ...text.finish() };
}

/** The rows of such a file, on into `to`. Throws `BackupRefused` past the bytes of text that it is said to hold. */
export async function loadTableFile(
  path: string,
  textBytes: number,
  to: Writable,
  signal: AbortSignal,
): Promise<void> {
  let bytes = 0;
  // a small file may hold any number of bytes
  const bounded = passing((piece) => {
    bytes += piece.length;
    if (bytes <= textBytes) return;
    throw new BackupRefused(
      `${path} holds more than the ${textBytes} bytes of rows that the manifest says: the backup was not made like that. ` +
        'Nothing was restored; take another copy of it, or the backup before it',
    );
  });
  await pipeline(readFrom(path), createZstdDecompress({ chunkSize }), bounded, to, { signal });
}

/** Of any file. */
export async function readFileFacts(path: string, signal: AbortSignal): Promise<FileFacts> {
  const file = createFileDigest();
  await pipeline(readFrom(path), passing(file.update), nowhere(), {
    signal,
  });
  return file.finish();
}

/** Of rows that are read and not stored. */
export async function digestRows(rows: Readable, signal: AbortSignal): Promise<RowFacts> {
  const text = createRowDigest();
  await pipeline(rows, passing(text.update), nowhere(), { signal });
  return text.finish();
}

function createFileDigest() {
  const sha256 = createHash('sha256');
  let bytes = 0;
  return {
    update(piece: Buffer) {
      bytes += piece.length;
      sha256.update(piece);
    },
    finish: (): FileFacts => ({ bytes, sha256: sha256.digest('hex') }),
  };
}

/** A step of a pipeline that looks at each piece and passes it on. */
function passing(look: (piece: Buffer) => void) {
  return async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      look(piece);
      yield piece;
    }
  };
}

const readFrom = (path: string) => createReadStream(path, { highWaterMark: chunkSize });

const nowhere = () => new Writable({ write: (_piece, _encoding, done) => done() });
