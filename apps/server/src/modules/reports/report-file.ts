import { spreadsheetType } from '@atalaia/contract/reports/report-query';

/** A report as a file (REP-08). */
export const reportFile = Object.freeze({ name: 'relatorio.xlsx', type: spreadsheetType });
