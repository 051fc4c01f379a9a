/** Writes a report down the pages: headings, named values, paragraphs, pictures. New pages come by themselves. */
import { inflateSync } from 'node:zlib';
import { readImageHeader } from '../images/image-header.ts';
import { pngChunks } from '../images/whole-image.ts';
import { fonts, lacksLetters, printable } from './pdf-fonts.ts';

// Images as a page of a PDF takes them.

/** A PNG of the largest size that is taken, four channels of 16 bits a pixel. */
const mostPixelBytes = 50_000_000 * 8;

/**
 * An image as a page takes it; undefined when it cannot be shown. A PNG is unpacked to see: one that is cut off or damaged would end the whole
 * report while it is drawn. A JPEG goes into the PDF as it is.
 */
export function pictureOf(bytes: Buffer): Picture | undefined {
  const header = readImageHeader(bytes);
  if (!header || header.type === 'image/webp') return undefined;
  if (header.type === 'image/png' && !unpacks(bytes)) return undefined;
  return { bytes, edge: Math.max(header.width, header.height) };
}

function unpacks(bytes: Buffer): boolean {
  try {
    return inflateSync(pixelData(bytes), { maxOutputLength: mostPixelBytes }).length > 0;
  } catch {
    return false;
  }
}

function pixelData(bytes: Buffer): Buffer {
  return Buffer.concat([...pngChunks(bytes)].flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])));
}

export interface Sheet {
  /** Points between the margins. */
  readonly width: number;
  /** `height` is of what must be on the same page below it. */
  heading(text: string, height?: number): void;
  subheading(text: string): void;
  /** Names and values in two columns; a value that is missing is left out. */
  values(pairs: readonly (readonly [name: string, value: string | null | undefined])[]): void;
  paragraph(text: string): void;
  /** What happened when, a line each: the moment in a narrow column, the text beside it. */
  lines(lines: readonly (readonly [moment: string, text: string])[]): void;
  /** As wide as it fits, at most this high, and never larger than it is. */
  picture(image: Picture, mostHeight: number): void;
  /** Room of this height, on one page; `draw` starts from its left upper corner. */
  drawing(height: number, draw: () => void): void;
  /** Some letter was written as `□`, since the font does not have it. */
  isLacking(): boolean;
  /** Points that are left on the page. */
  room(): number;
  /** The foot of every page, once all is written. */
  foot(text: (page: number, pages: number) => string): void;
}

export interface Picture {
  readonly bytes: Buffer;
  /** Its longer edge, pixels: a photograph may be marked as turned. */
  readonly edge: number;
}

const ink = '#22262b';
const faint = '#6b7077';
const gap = 14;
/** A picture that is lower says nothing. */
const leastPicture = 140;

/** All of a document, once it has ended. */
export function bytesOf(pen: PDFKit.PDFDocument): Promise<Buffer> {
  const pieces: Buffer[] = [];
  pen.on('data', (piece: Buffer) => pieces.push(piece));
  return new Promise((resolve, reject) => {
    pen.on('end', () => resolve(Buffer.concat(pieces)));
    pen.on('error', reject);
  });
}

export function createSheet(pen: PDFKit.PDFDocument, accent = '#0d6a99'): Sheet {
  const { left, right, top, bottom } = pen.page.margins;
  const width = pen.page.width - left - right;
  const foot = () => pen.page.height - bottom;
  const capacity = (height: number) => {
    if (pen.y + height <= foot()) return;
    pen.addPage();
    pen.y = top;
  };
  let isLacking = false;
  const write = (text: string, x: number, y: number, options: PDFKit.Mixins.TextOptions) => {
    isLacking ||= lacksLetters(text);
    pen.text(printable(text), x, y, options);
  };

  return {
    width,
    isLacking: () => isLacking,
    room: () => foot() - pen.y,
    heading(text, height = 30) {
      capacity(30 + height);
      pen.y += 10;
      pen.font(fonts.bold).fontSize(12).fillColor(accent);
      write(text, left, pen.y, { width });
      pen.moveTo(left, pen.y + 2).lineTo(left + width, pen.y + 2);
      pen.lineWidth(0.8).strokeColor(accent).stroke();
      pen.y += 8;
    },
    subheading(text) {
      capacity(50);
      pen.y += 6;
      pen.font(fonts.bold).fontSize(10).fillColor(ink);
      write(text, left, pen.y, { width });
      pen.y += 2;
    },
    values(pairs) {
      const given = pairs.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
      const column = (width - gap) / 2;
      for (let at = 0; at < given.length; at += 2) {
        const row = given.slice(at, at + 2);
        pen.font(fonts.regular).fontSize(10);
        const height =
          12 + Math.max(...row.map(([, value]) => pen.heightOfString(printable(value), { width: column })));
        capacity(height);
        const y = pen.y;
        row.forEach(([name, value], place) => {
          const x = left + place * (column + gap);
          pen.font(fonts.regular).fontSize(8).fillColor(faint);
          write(name, x, y, { width: column });
          pen.fontSize(10).fillColor(ink);
          write(value, x, y + 10, { width: column });
        });
        pen.y = y + height + 4;
      }
    },
    paragraph(text) {
      pen.font(fonts.regular).fontSize(10).fillColor(ink);
      write(text, left, pen.y, { width });
      pen.y += 4;
    },
    lines(lines) {
      const column = 120;
      for (const [moment, text] of lines) {
        pen.font(fonts.regular).fontSize(10);
        const height = pen.heightOfString(printable(text), { width: width - column });
        capacity(height);
        const y = pen.y;
        pen.fontSize(9).fillColor(faint);
        write(moment, left, y + 1, { width: column - 8 });
        pen.fontSize(10).fillColor(ink);
        write(text, left + column, y, { width: width - column });
        pen.y = y + height + 5;
      }
    },
    picture({ bytes, edge }, mostHeight) {
      // rather smaller on this page than alone on the next one
      const rest = foot() - pen.y - 6;
      const most = rest >= leastPicture ? Math.min(mostHeight, rest) : mostHeight;
      const [fitWidth, fitHeight] = [Math.min(width, edge), Math.min(most, edge)];
      capacity(fitHeight + 6);
      // without a y it continues below what is written, and the pen follows
      pen.image(bytes, left, undefined, { fit: [fitWidth, fitHeight] });
      pen.y += 6;
    },
    drawing(height, draw) {
      capacity(height + 6);
      const y = pen.y;
      pen.save().translate(left, y);
      draw();
      pen.restore();
      pen.y = y + height + 6;
    },
    foot(text) {
      const { start, count } = pen.bufferedPageRange();
      for (let page = start; page < start + count; page++) {
        pen.switchToPage(page);
        // a text below the margin would open a page of its own
        pen.page.margins.bottom = 0;
        pen.font(fonts.regular).fontSize(8).fillColor(faint);
        write(text(page + 1, count), left, pen.page.height - bottom + 14, {
          width,
          align: 'center',
          lineBreak: false,
        });
      }
    },
  };
}
