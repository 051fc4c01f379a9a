import type { TrafficEntry } from '@atalaia/contract/devices/traffic';
import { mdiArrowDownBold, mdiArrowUpBold, mdiContentCopy } from '@mdi/js';
import { Fragment } from 'react';
import { z } from 'zod';
import { attributeLabel, attributeOrder, attributeValue } from '../../lib/formats/attribute-text.ts';
import type { Formats } from '../../lib/formats/formats.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { CellTexts } from '../../resources/resource.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import classes from './traffic-item.module.css';

interface TrafficItemProps {
  readonly entry: TrafficEntry;
  readonly bytesPerLine: number;
  readonly onCopy: () => void;
}

/** One message of a tracker or of the server: when, which way, its bytes and their characters, and what they mean. */
export function TrafficItem({ entry, bytesPerLine, onCopy }: TrafficItemProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const { time, direction, protocol, transport, address, hex, messages, error } = entry;
  const lines = dumpLines(hex, bytesPerLine);
  return (
    <>
      <div className={classes.head}>
        <time className={classes.time} dateTime={time}>
          {clockOf(time, formats)}
        </time>
        <span className={classes.direction} data-direction={direction}>
          <Icon path={direction === 'in' ? mdiArrowUpBold : mdiArrowDownBold} size={14} />
          {text(`traffic.${direction}`)}
        </span>
        <span className={classes.quiet}>
          {protocol} · {transport.toUpperCase()} · {address} ·{' '}
          {text('traffic.bytes', { count: hex.length / 2 })}
        </span>
        <span className={classes.copy}>
          <IconButton size={28} name={text('traffic.copyOne')} icon={mdiContentCopy} onClick={onCopy} />
        </span>
      </div>
      <div className={classes.dump}>
        <pre className={classes.offset} aria-hidden="true">
          {lines.map(({ offset }) => offset).join('\n')}
        </pre>
        <pre className={classes.hex}>{lines.map((line) => line.hex).join('\n')}</pre>
        <pre className={classes.ascii}>{lines.map(({ ascii }) => ascii).join('\n')}</pre>
      </div>
      {messages.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what a frame was read as never changes its order
        <p key={at} className={classes.message}>
          <b>{text(`traffic.${message.kind}`)}</b>
          {messageLabels(message, { text, textOr, formats }).map((label) => (
            <Fragment key={label}>
              <span aria-hidden="true"> · </span>
              <span dir="auto">{label}</span>
            </Fragment>
          ))}
        </p>
      ))}
      {error && (
        <p className={classes.error} title={error.message}>
          <b>{text('traffic.unread')}</b>: {textOr(`trafficError.${error.code}`, error.message)}
        </p>
      )}
    </>
  );
}

/** To the millisecond: several messages come within a second. */
function clockOf(instant: string, formats: Formats): string {
  const [, clock = '', half] = formats.panelTime(instant).split(' ');
  return `${clock}.${instant.slice(20, 23)}${half ? ` ${half}` : ''}`;
}

interface DumpLine {
  /** Of its first byte, four hexadecimal digits or more. */
  readonly offset: string;
  /** Pairs of digits, a blank between them and two after eight; as wide as a full line. */
  readonly hex: string;
  /** The same bytes as characters; a dot for what has none. */
  readonly ascii: string;
}

/** Bytes in hexadecimal as an engineer reads them: so many in a line, with their characters beside them. */
export function dumpLines(hex: string, bytesPerLine: number): readonly DumpLine[] {
  const lines: DumpLine[] = [];
  const digitsPerLine = 2 * bytesPerLine;
  for (let at = 0; at < hex.length; at += digitsPerLine) {
    const bytes = hex.slice(at, at + digitsPerLine).match(/../g) ?? [];
    lines.push({
      offset: (at / 2).toString(16).padStart(4, '0'),
      hex: hexOf(bytes).padEnd(widthOf(bytesPerLine)),
      ascii: bytes.map(characterOf).join(''),
    });
  }
  return lines;
}

/** Two digits a byte, a blank between them, another before each ninth. */
function widthOf(bytes: number): number {
  return 3 * bytes - 1 + bytes / 8 - 1;
}

function hexOf(bytes: readonly string[]): string {
  return bytes.map((byte, at) => (at > 0 && at % 8 === 0 ? ` ${byte}` : byte)).join(' ');
}

function characterOf(byte: string): string {
  const code = Number.parseInt(byte, 16);
  return code >= 0x20 && code <= 0x7e ? String.fromCharCode(code) : '.';
}

// What a frame was read as, in a line of words.

type DecodedMessage = TrafficEntry['messages'][number];

const attributesSchema = z.record(z.string(), z.unknown()).catch({});

/** What decoders say; another kind of message keeps its name alone. */
const decodedSchema = z.object({
  uniqueIds: z.array(z.string()).catch([]),
  result: z.string().optional().catch(undefined),
  attributes: attributesSchema,
  position: z
    .object({
      fixTimeMs: z.number(),
      valid: z.boolean(),
      latitude: z.number().optional(),
      longitude: z.number().optional(),
      speedKnots: z.number().optional(),
      course: z.number().optional(),
      attributes: attributesSchema,
    })
    .optional()
    .catch(undefined),
});

/** The parts of the line, which the view shows differently. */
export function messageLabels(message: DecodedMessage, labels: CellTexts): readonly string[] {
  const { uniqueIds, result, attributes, position } = decodedSchema.parse(message);
  const { text, formats } = labels;
  if (message.kind === 'login') return uniqueIds;
  if (message.kind === 'commandResult') return result === undefined ? [] : [result];
  if (!position) return attributeLabels(attributes, labels);
  const { latitude, longitude, speedKnots, course } = position;
  const hasPlace = latitude !== undefined && longitude !== undefined;
  return [
    formats.dateTime(new Date(position.fixTimeMs).toISOString()),
    ...(hasPlace ? [`${formats.latitude(latitude)} ${formats.longitude(longitude)}`] : []),
    ...(position.valid ? [] : [text('traffic.noFix')]),
    ...(speedKnots === undefined ? [] : [formats.speed(speedKnots)]),
    ...(course === undefined ? [] : [formats.course(course)]),
    ...attributeLabels(position.attributes, labels),
  ];
}

function attributeLabels(
  attributes: Readonly<Record<string, unknown>>,
  labels: CellTexts,
): readonly string[] {
  return attributeOrder(Object.keys(attributes)).map(
    (key) =>
      `${attributeLabel(key, labels.text)}: ${attributeValue(key, attributes[key], labels.formats, labels)}`,
  );
}
