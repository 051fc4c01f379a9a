/** A text report as positions: its places, each with what the message says of all, the last with what it says of now. */
import { hexIn } from '../field-text.ts';
import { type AttributeDraft, draftAt, type PositionDraft } from '../position-draft.ts';
import { readReportedAccessory } from './accessories.ts';
import { readCanData } from './can-data.ts';
import { cellKinds, readCellReport } from './cell-report.ts';
import { readExpansion } from './expanded-report.ts';
import { FieldCursor } from './field-cursor.ts';
import { readerOfInformation } from './information.ts';
import { emptyGroup, readGroups } from './location-group.ts';
import { diagnosisKinds, readDiagnosis } from './obd-report.ts';
import { passingKinds, readPassedData } from './passed-data.ts';
import { readKind, usualStart } from './report-kinds.ts';
import { readTail } from './report-tail.ts';
import type { TextMessage } from './text-message.ts';

/** What is said of every position of a message. */
function setCommon(draft: PositionDraft, message: TextMessage): void {
  const { attributes } = draft;
  attributes.type = message.kind;
  const index = hexIn(message.count);
  if (index !== undefined) attributes.index = index;
  if (message.head === 'BUFF') attributes.archive = true;
  if (message.vin !== undefined) attributes.vin = message.vin;
  if (message.sentMs !== undefined) draft.deviceTimeMs = message.sentMs;
}

/** The vehicle bus in its own report: report type, state of the bus, then the masked fields. */
function readCanReport({ fields, from, end }: TextMessage, attributes: AttributeDraft): void {
  const cursor = new FieldCursor(fields, from + 2, end);
  readCanData(cursor, attributes);
}

/** What is before `start`, the index of the first place, and from `behind` the last one on, by kind. */
function readAround(message: TextMessage, start: number, behind: number, attributes: AttributeDraft): void {
  const { kind } = message;
  readKind({ message, at: start, attributes });
  if (kind === 'CAN') {
    readCanReport(message, attributes);
    return;
  }
  if (diagnosisKinds.has(kind)) readDiagnosis(message, start, attributes);
  else if (passingKinds.has(kind)) readPassedData(message, start, attributes);
  else readReportedAccessory(message, start, attributes);
  const after = readTail(message, start, behind, attributes);
  if (kind === 'ERI') readExpansion(message, start - 4, after, attributes);
}

/** The draft of a kind without a place; undefined for kinds that may have one. */
function readStateReport(message: TextMessage, receivedMs: number): PositionDraft | undefined {
  const readInformation = readerOfInformation(message.kind);
  if (!readInformation && !cellKinds.has(message.kind)) return undefined;
  const draft = draftAt(message.sentMs ?? receivedMs);
  if (readInformation) readInformation(message, draft.attributes);
  else readCellReport(message, draft);
  return draft;
}

function readPlaces(message: TextMessage, receivedMs: number): PositionDraft[] {
  const groups = readGroups(message, receivedMs);
  const start = message.kind === 'DTT' ? message.end : usualStart(message);
  const last = groups.at(-1) ?? emptyGroup(message, start, receivedMs);
  const before = groups[0]?.start ?? last.start;
  readAround(message, before, last.after, last.draft.attributes);
  return groups.length > 0 ? groups.map(({ draft }) => draft) : [last.draft];
}

/** A place, a network, or anything of itself. */
function tellsSomething({ latitude, network, attributes }: PositionDraft): boolean {
  if (latitude !== undefined || network !== undefined) return true;
  for (const _key in attributes) return true;
  return false;
}

/** The positions of a report; the last has its state. Empty for one that says nothing but that the tracker lives. */
export function readReport(message: TextMessage, receivedMs: number): readonly PositionDraft[] {
  const state = readStateReport(message, receivedMs);
  const drafts = state ? [state] : readPlaces(message, receivedMs);
  if (!drafts.some(tellsSomething)) return [];
  for (const draft of drafts) setCommon(draft, message);
  return drafts;
}
