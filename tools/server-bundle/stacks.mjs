/**
 * Stacks name the lines of the sources. Node does it too (`--enable-source-maps`), but reads the map at every start,
 * a third of a second; here the places of a stack are looked up.
 */
import { fileURLToPath } from 'node:url';
import { openLines } from './lines.mjs';

const bundle = import.meta.url;
/** Of which lines are known; the bundling puts its own here. */
const build = 'of no bundle';
const findSource = open();

function open() {
  try {
    return openLines(new URL(`${bundle}.lines`), build);
  } catch {
    // the lines of the bundle are better than none
    return () => undefined;
  }
}

function lineOf(frame) {
  let text = '<a frame that does not say what it is>';
  try {
    text = String(frame);
    if (frame.getFileName() !== bundle) return text;
    const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
    const found = findSource(line, column);
    if (found === undefined) return text;
    const source = fileURLToPath(new URL(found.source, bundle));
    return text.split(`${bundle}:${line}:${column}`).join(`${source}:${found.line}:${found.column}`);
  } catch {
    return text;
  }
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
