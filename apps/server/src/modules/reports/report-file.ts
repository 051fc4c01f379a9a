import { spreadsheetType } from '@atalaia/contract/reports/report-query';

/** A report as a file (REP-08). */
export const reportFile = Object.freeze({ name: 'relatorio.xlsx', type: spreadsheetType });

export const csvType = 'text/csv';
export const csvFile = Object.freeze({ name: 'relatorio.csv', type: 'text/csv; charset=utf-8' });
