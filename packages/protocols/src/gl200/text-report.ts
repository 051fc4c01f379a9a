/** A text report as positions: its places, each with what the message says of all, the last with what it says of now. */
import { type AttributeDraft, draftAt, type PositionDraft } from '../position-draft.ts';
import { readReportedAccessory } from './accessories.ts';
import { readCanData } from './can-data.ts';
import { cellKinds, readCellReport } from './cell-report.ts';
import { readExpansion } from './expanded-report.ts';
import { FieldCursor } from './field-cursor.ts';
import { readerOfInformation } from './information.ts';
import { emptyGroup, type LocationGroup, readGroups } from './location-group.ts';
import { diagnosisKinds, readDiagnosis } from './obd-report.ts';
import { passingKinds, readPassedData } from './passed-data.ts';
import { readKind, usualStart } from './report-kinds.ts';
import { readTail } from './report-tail.ts';
import type { TextMessage } from './text-message.ts';

/** What is said of every position of a message. */
function setCommon(draft: PositionDraft, message: TextMessage): void {
  const { attributes } = draft;
  attributes.type = message.kind;
  attributes.index = Number.parseInt(message.count, 16);
  if (message.head === 'BUFF') attributes.archive = true;
  if (message.vin !== undefined) attributes.vin = message.vin;
  if (message.sentMs !== undefined) draft.deviceTimeMs = message.sentMs;
}

/** The vehicle bus in its own report: report type, state of the bus, then the masked fields. */
function readCanReport({ fields, from, end }: TextMessage, attributes: AttributeDraft): void {
  const cursor = new FieldCursor(fields, from + 2, end);
  readCanData(cursor, attributes);
}

/** What is before and behind the place, by kind. */
function readAround(message: TextMessage, group: LocationGroup, attributes: AttributeDraft): void {
  const { kind } = message;
  readKind({ message, at: group.start, attributes });
  if (kind === 'CAN') {
    readCanReport(message, attributes);
    return;
  }
  if (diagnosisKinds.has(kind)) readDiagnosis(message, group.start, attributes);
  else if (passingKinds.has(kind)) readPassedData(message, group.start, attributes);
  else {
    const cursor = new FieldCursor(message.fields, message.from, group.start);
    readReportedAccessory(message, cursor, attributes);
  }
  const after = readTail(message, group.after, attributes);
  if (kind === 'ERI') readExpansion(message, group.start - 4, after, attributes);
}

/** The positions of a report; the last has its state. Empty for one that says nothing but that the tracker lives. */
export function readReport(message: TextMessage, receivedMs: number): PositionDraft[] {
  const { kind, end } = message;
  const sentMs = message.sentMs ?? receivedMs;
  const readInformation = readerOfInformation(kind);
  const drafts: PositionDraft[] = [];
  if (readInformation || cellKinds.has(kind)) {
    const draft = draftAt(sentMs);
    if (readInformation) readInformation(message, draft.attributes);
    else readCellReport(message, draft);
    drafts.push(draft);
  } else {
    const groups = readGroups(message, receivedMs);
    const last = groups.at(-1) ?? emptyGroup(message, kind === 'DTT' ? end : usualStart(message), receivedMs);
    if (groups.length === 0) groups.push(last);
    readAround(message, { ...last, start: groups[0]?.start ?? last.start }, last.draft.attributes);
    drafts.push(...groups.map(({ draft }) => draft));
  }
  return tellsSomething(drafts) ? withCommon(drafts, message) : [];
}

/** A place, a network, or anything of itself. */
function tellsSomething(drafts: readonly PositionDraft[]): boolean {
  return drafts.some(
    ({ latitude, network, attributes }) =>
      latitude !== undefined || network !== undefined || Object.keys(attributes).length > 0,
  );
}

function withCommon(drafts: PositionDraft[], message: TextMessage): PositionDraft[] {
  for (const draft of drafts) setCommon(draft, message);
  return drafts;
}
