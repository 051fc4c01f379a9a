/** Reads back what a PDF of ours says: its pages' texts as they were written, in standard fonts. */
import { inflateSync } from 'node:zlib';

export interface PdfContent {
  readonly pageCount: number;
  /** Every text, in the order in which it was drawn. */
  readonly text: string;
  readonly imageCount: number;
}

export function readPdf(pdf: Buffer): PdfContent {
  const raw = pdf.toString('latin1');
  const streams = [...raw.matchAll(/<<(.*?)>>\s*stream\r?\n/gs)].map((found) => {
    const start = found.index + found[0].length;
    const bytes = pdf.subarray(start, raw.indexOf('endstream', start));
    const isPage = found[1]?.includes('/FlateDecode') && !found[1].includes('/Subtype');
    return isPage ? inflateSync(bytes).toString('latin1') : '';
  });
  return {
    pageCount: [...raw.matchAll(/\/Type \/Page\b(?!s)/g)].length,
    imageCount: [...raw.matchAll(/\/Subtype \/Image/g)].length,
    text: streams.flatMap(textsOf).join('\n'),
  };
}

/** `[<hex> kerning <hex>] TJ` shows one piece of text; Windows-1252 is read by Node's decoder. */
function textsOf(page: string): string[] {
  return [...page.matchAll(/\[([^\]]*)\] TJ/g)].map(([, shown = '']) =>
    [...shown.matchAll(/<([0-9a-f]*)>/g)]
      .map(([, hex = '']) => new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')))
      .join(''),
  );
}
