/** An iCalendar file out of what a form uploads, and where in it a thing stands. */

/** The content lines of a file: folded ones joined, each with the number it begins at, from 1. */
export interface ContentLine {
  readonly number: number;
  readonly text: string;
}

export interface EventLines {
  /** Where `BEGIN:VEVENT` stands. */
  readonly begins: number;
  /** Where each property first stands, by its name in capitals. */
  readonly properties: ReadonlyMap<string, number>;
}

export type CheckedLines =
  | { readonly events: readonly EventLines[]; readonly error?: undefined }
  | {
      readonly error: {
        readonly fault: 'bad-line' | 'unpaired';
        readonly message: string;
        readonly line: number;
      };
      readonly events?: undefined;
    };

/**
 * The text of an uploaded file: base64, a data URL (base64 or percent-encoded), or the bare text. Undefined when it is
 * none of these or not UTF-8.
 */
export function calendarText(data: string): string | undefined {
  if (/^\s*BEGIN:/i.test(data)) return data;
  const url = /^data:([^,]*),(.*)$/s.exec(data.trim());
  try {
    if (url && !/;\s*base64\s*$/i.test(url[1] ?? '')) return decodeURIComponent(url[2] ?? '');
    const binary = atob(url ? (url[2] ?? '') : data);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Joins folded lines (RFC 5545 §3.1) and leaves empty ones out. */
export function contentLines(text: string): readonly ContentLine[] {
  const lines: { number: number; text: string }[] = [];
  text.split(/\r\n|\n|\r/).forEach((line, index) => {
    const last = lines[lines.length - 1];
    if (/^[ \t]/.test(line) && last) last.text += line.slice(1);
    else if (line.trim() !== '') lines.push({ number: index + 1, text: line });
  });
  return lines;
}

/** Parameters may hold a colon in quotes. No two ways to read one line, so that a long one cannot take long. */
const propertyLine = /^([a-z0-9-]+)(?:;(?:[^":]|"[^"]*")*)?:(.*)$/is;

/** Checks that every line is a property and that components begin and end in pairs; says where the events stand. */
export function checkLines(lines: readonly ContentLine[]): CheckedLines {
  const open: { name: string; line: number }[] = [];
  const events: { begins: number; properties: Map<string, number> }[] = [];
  for (const { number: line, text } of lines) {
    const [, property, value = ''] = propertyLine.exec(text) ?? [];
    if (property === undefined) {
      return { error: { fault: 'bad-line', message: 'is no line of the form NAME:value', line } };
    }
    const name = property.toUpperCase();
    const component = value.trim().toUpperCase();
    if (name === 'BEGIN') {
      open.push({ name: component, line });
      if (component === 'VEVENT') events.push({ begins: line, properties: new Map() });
    } else if (name === 'END') {
      const opened = open.pop();
      if (opened?.name !== component) {
        return { error: { fault: 'unpaired', message: `END:${component} ends what has not begun`, line } };
      }
    } else if (open[open.length - 1]?.name === 'VEVENT') {
      const { properties } = events[events.length - 1] ?? { properties: new Map<string, number>() };
      if (!properties.has(name)) properties.set(name, line);
    }
  }
  const unended = open.pop();
  if (unended) {
    const message = `BEGIN:${unended.name} has no end`;
    return { error: { fault: 'unpaired', message, line: unended.line } };
  }
  return { events };
}

/** The first line whose rule repeats by no step: readers of rules take that as a step of one. */
export function steplessRule(lines: readonly ContentLine[]): ContentLine | undefined {
  return lines.find(({ text }) =>
    /^(?:RRULE|EXRULE)\b[^:]*:(?:.*;)?INTERVAL=(?:-.*|\+?0+)?(?:;|$)/i.test(text),
  );
}
