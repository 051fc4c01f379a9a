import { spreadsheetType } from '@atalaia/contract/report-query';

/** A report as a file (REP-08). */
export const reportFile = Object.freeze({ name: 'relatorio.xlsx', type: spreadsheetType });
