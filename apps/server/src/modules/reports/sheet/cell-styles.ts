import type { CellStyle } from '@atalaia/domain/spreadsheet/cell-xml';

/** How the cells of a report are shown. A time is a true date with the wall clock of the person. */
export const cellStyles = Object.freeze({
  distance: { format: '#,##0.00' },
  speed: { format: '#,##0.0' },
  volume: { format: '#,##0.0' },
  number: { format: '0.######' },
  attribute: { format: '#,##0.##' },
  duration: { format: '@', isRight: true },
  instant: { format: 'dd/mm/yyyy - hh:mm:ss' },
  instantInHalfDays: { format: 'dd/mm/yyyy - hh:mm:ss AM/PM' },
}) satisfies Readonly<Record<string, CellStyle>>;
