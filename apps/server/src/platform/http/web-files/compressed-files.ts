import { createHash } from 'node:crypto';
import { readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const worthwhile: ReadonlySet<string> = new Set(['.js', '.css', '.json', '.svg', '.map', '.wasm']);
const leastBytes = 1_024;

/**
 * Writes `.br` and `.gz` beside every text file of a folder that has none yet or an older one, so that no request has to
 * compress. One file after the other, in the thread pool: it runs behind a server that answers already.
 * Rejects when the folder cannot be written; requests are then answered uncompressed.
 */
export async function compressFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    if (!worthwhile.has(extname(name))) continue;
    const source = await stat(path);
    if (source.size < leastBytes) continue;
    await writeUnlessNewer(`${path}.br`, source.mtimeMs, async () =>
      brotli(await readFile(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    );
    await writeUnlessNewer(`${path}.gz`, source.mtimeMs, async () => zip(await readFile(path), { level: 9 }));
  }
}

/** A reader sees the whole file or none: it is written under another name first. */
async function writeUnlessNewer(
  path: string,
  sourceMs: number,
  compress: () => Promise<Buffer>,
): Promise<void> {
  const stored = await stat(path).catch(() => undefined);
  if (stored && stored.mtimeMs >= sourceMs) return;
  // an older one would be served meanwhile
  if (stored) await unlink(path);
  const content = await compress();
  const draft = `${path}.${createHash('sha256').update(content).digest('hex').slice(0, 8)}`;
  await writeFile(draft, content);
  await rename(draft, path);
}
