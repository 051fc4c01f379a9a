/** The thread that makes the document of one alarm: what it is handed when it starts becomes a PDF, and it ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type AlarmDocumentData, alarmDocument } from '../modules/alarms/document/alarm-document.ts';

const bytes = await alarmDocument(workerData as AlarmDocumentData);
parentPort?.postMessage(new Uint8Array(bytes));
