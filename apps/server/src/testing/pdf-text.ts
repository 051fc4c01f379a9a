/** Reads back what a PDF of ours says: its pages' texts as they were written, in fonts that say which letters their glyphs are. */
import { inflateSync } from 'node:zlib';

export interface PdfContent {
  readonly pageCount: number;
  /** Every text, in the order in which it was drawn. */
  readonly text: string;
  readonly imageCount: number;
}

export function readPdf(pdf: Buffer): PdfContent {
  const raw = pdf.toString('latin1');
  const streams = new Map<string, string>();
  for (const found of raw.matchAll(/(\d+) 0 obj\s*<<((?:(?!endobj).)*?)>>\s*stream\r?\n/gs)) {
    const [whole, number = '', dictionary = ''] = found;
    const start = found.index + whole.length;
    const bytes = pdf.subarray(start, raw.indexOf('endstream', start));
    const isText = dictionary.includes('/FlateDecode') && !dictionary.includes('/Subtype');
    if (isText) streams.set(number, inflateSync(bytes).toString('latin1'));
  }
  const letters = lettersOf(raw, streams);
  return {
    pageCount: [...raw.matchAll(/\/Type \/Page\b(?!s)/g)].length,
    imageCount: [...raw.matchAll(/\/Subtype \/Image/g)].length,
    text: [...streams.values()].flatMap((page) => textsOf(page, letters)).join('\n'),
  };
}

type Letters = ReadonlyMap<string, readonly string[]>;

/** Of each font by its name on a page: the letters of its glyphs, in the order of their numbers. */
function lettersOf(raw: string, streams: ReadonlyMap<string, string>): Letters {
  const fonts = new Map<string, readonly string[]>();
  for (const [, name = '', object = ''] of raw.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const at = raw.search(new RegExp(`(?:^|\\n)${object} 0 obj`));
    const map = /\/ToUnicode (\d+) 0 R/.exec(raw.slice(at, raw.indexOf('endobj', at)))?.[1];
    const ranges = [...(streams.get(map ?? '') ?? '').matchAll(/^<\w+> <\w+> \[(.*)\]$/gm)];
    const glyphs = ranges.flatMap(([, list = '']) => [...list.matchAll(/<([\w ]*)>/g)]);
    fonts.set(
      name,
      glyphs.map(([, units = '']) =>
        units
          .split(' ')
          .filter(Boolean)
          .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
          .join(''),
      ),
    );
  }
  return fonts;
}

/** `/F1 10 Tf` chooses a font; `[<hex> kerning <hex>] TJ` shows one piece of text, four digits a glyph. */
function textsOf(page: string, letters: Letters): string[] {
  let font: readonly string[] = [];
  return [...page.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)].flatMap(([, name, shown]) => {
    if (name !== undefined) font = letters.get(name) ?? [];
    if (shown === undefined) return [];
    const glyphs = [...shown.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    return [glyphs.map((glyph) => font[Number.parseInt(glyph, 16)] ?? '?').join('')];
  });
}
