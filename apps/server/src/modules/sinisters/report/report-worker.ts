/** The thread that makes one report: what it is handed when it starts becomes a PDF, and it ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { readGround } from './ground.ts';
import type { SinisterReportData } from './report-data.ts';
import { sinisterReport } from './report-document.ts';

const bytes = await sinisterReport(workerData as SinisterReportData, readGround());
parentPort?.postMessage(new Uint8Array(bytes));
