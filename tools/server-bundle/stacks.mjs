/**
 * Stacks name the lines of the sources. Node does it too (`--enable-source-maps`), but reads the map at every start,
 * a third of a second; here the first stack that somebody looks at does.
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const bundle = import.meta.url;
let map;

function readMap() {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${bundle}.map`), 'utf8')));
  } catch {
    // the lines of the bundle are better than none
    return { findEntry: () => ({}) };
  }
}

function lineOf(frame) {
  const text = String(frame);
  if (frame.getFileName() !== bundle) return text;
  map ??= readMap();
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
  const { originalSource, originalLine, originalColumn } = map.findEntry(line - 1, column - 1);
  if (originalSource === undefined) return text;
  const source = fileURLToPath(new URL(originalSource, bundle));
  return text.replace(`${bundle}:${line}:${column}`, `${source}:${originalLine + 1}:${originalColumn + 1}`);
}

function headOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

Error.prepareStackTrace = (error, frames) =>
  [headOf(error), ...frames.map((frame) => `    at ${lineOf(frame)}`)].join('\n');
