/** The parts of a workbook beside its sheets (ECMA-376). */
import { type CellStyle, xmlText } from './cell-xml.ts';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** What a sheet may be called at most. */
const mostNameCharacters = 31;

export const sheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`;

/** By their paths. */
export function workbookParts(
  sheetNames: readonly string[],
): readonly (readonly [path: string, text: string])[] {
  const each = (write: (name: string, index: number) => string) => sheetNames.map(write).join('');
  const override = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="${types}.${type}+xml"/>`;
  const related = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`;
  return [
    [
      '[Content_Types].xml',
      `${xml}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${each((_, index) => override(sheetPath(index), 'worksheet'))}${override('xl/styles.xml', 'styles')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${xml}<Relationships xmlns="${packaged}/relationships">${related(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((name, index) => `<sheet name="${xmlText(name.slice(0, mostNameCharacters))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${xml}<Relationships xmlns="${packaged}/relationships">${each((_, index) => related(index + 1, 'worksheet', sheetPath(index).slice(3)))}${related(sheetNames.length + 1, 'styles', 'styles.xml')}</Relationships>`,
    ],
  ];
}

/** The beginning of a sheet, whose first row stays in view; `rowsEnd` follows its rows. */
export function sheetStart(widths: readonly number[]): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

export const rowsEnd = '</sheetData></worksheet>';

/** The format that is text, and the first number of those that a workbook brings itself. */
const textFormat = 49;
const firstOwnFormat = 164;

/** `xl/styles.xml`: each style with a font, a fill and a format of its own, by its place in the list. */
export function stylesXml(styles: readonly CellStyle[]): string {
  const list = (name: string, entries: readonly string[]) =>
    `<${name} count="${entries.length}">${entries.join('')}</${name}>`;
  const formats = styles.flatMap(({ format }, index) =>
    format === undefined
      ? []
      : [`<numFmt numFmtId="${firstOwnFormat + index}" formatCode="${xmlText(format)}"/>`],
  );
  const noFills = ['none', 'gray125'].map((type) => `<fill><patternFill patternType="${type}"/></fill>`);
  const border = '<border><left/><right/><top/><bottom/><diagonal/></border>';
  return `${xml}<styleSheet xmlns="${main}">${formats.length > 0 ? list('numFmts', formats) : ''}${list('fonts', styles.map(fontXml))}${list('fills', [...noFills, ...styles.map(fillXml)])}${list('borders', [border])}${list('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'])}${list('cellXfs', styles.map(formatXml))}</styleSheet>`;
}

function fontXml({ isBold, isItalic, color }: CellStyle): string {
  return `<font>${isBold ? '<b/>' : ''}${isItalic ? '<i/>' : ''}<sz val="11"/>${color ? `<color rgb="FF${color}"/>` : ''}<name val="Calibri"/></font>`;
}

function fillXml({ fill }: CellStyle): string {
  return `<fill><patternFill patternType="${fill ? 'solid' : 'none'}">${fill ? `<fgColor rgb="FF${fill}"/>` : ''}</patternFill></fill>`;
}

function formatXml({ format, isRight, isWrapped }: CellStyle, index: number): string {
  const number = format === undefined ? 0 : format === '@' ? textFormat : firstOwnFormat + index;
  const alignment = `${isRight ? ' horizontal="right"' : ''}${isWrapped ? ' wrapText="1"' : ''}`;
  // the first two fills are the format's own
  return `<xf numFmtId="${number}" fontId="${index}" fillId="${index + 2}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"${alignment && ' applyAlignment="1"'}>${alignment && `<alignment${alignment}/>`}</xf>`;
}
