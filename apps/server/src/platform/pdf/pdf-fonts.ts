/** The letters of a document: Inter in two weights, with all of Latin, Cyrillic, Greek and Vietnamese. */
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

const require = createRequire(import.meta.url);
const files = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
};

/** Names of the fonts of a pen that `newPen` made. */
export const fonts = { regular: 'regular', bold: 'bold' } as const;

/** Stands for a letter that the font does not have; the document then says so. */
export const missingLetter = '□';

export function newPen(title: string, language: string, issuedMs: number): PDFKit.PDFDocument {
  const pen = new PDFDocument({
    size: 'A4',
    margins: { top: 50, bottom: 56, left: 50, right: 50 },
    bufferPages: true,
    lang: language,
    font: files.regular,
    info: { Title: title, CreationDate: new Date(issuedMs) },
  });
  pen.registerFont(fonts.regular, files.regular);
  pen.registerFont(fonts.bold, files.bold);
  return pen;
}

interface FontOfPen {
  readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

const probe = new PDFDocument({ autoFirstPage: false, font: files.regular }) as unknown as FontOfPen;

/** Marks that change the look of the letter before them, or nothing: an emoji is one letter with several. */
const unseen = /[\p{Cc}\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}]/u;

/** A text as the font can show it: composed letters, and `□` for a letter that it does not have. */
export function printable(text: string): string {
  const composed = text.toWellFormed().normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ');
  return Array.from(composed, (letter) => {
    if (letter === '\n') return letter;
    if (unseen.test(letter)) return '';
    return probe._font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : missingLetter;
  }).join('');
}

/** Whether some letter of a text cannot be shown. */
export const lacksLetters = (text: string): boolean =>
  printable(text).split(missingLetter).length > text.split(missingLetter).length;
