/** The thread that makes one report: what it is handed when it starts becomes a PDF, and it ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { readBaseMap } from '../modules/sinisters/report/base-map.ts';
import type { SinisterReportData } from '../modules/sinisters/report/report-data.ts';
import { sinisterReport } from '../modules/sinisters/report/report-document.ts';

const bytes = await sinisterReport(workerData as SinisterReportData, readBaseMap());
parentPort?.postMessage(new Uint8Array(bytes));
