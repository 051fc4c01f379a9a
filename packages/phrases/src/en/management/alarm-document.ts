import type { AlarmDocumentKey } from '../../pt-br/management/alarm-document.ts';

/** The history of an alarm as a document for the customer. */
export const alarmDocument: Record<AlarmDocumentKey, string> = {
  'document.lackingLetters': 'A □ stands for a letter that the font of this document does not have.',
  'alarmDocument.title': 'History of alarm',
  'alarmDocument.issuedAt': 'Issued on {{date}}',
  'alarmDocument.what': 'What happened',
  'alarmDocument.alarm': 'Alarm',
  'alarmDocument.vehicle': 'Vehicle',
  'alarmDocument.customer': 'Customer',
  'alarmDocument.opened': 'Began',
  'alarmDocument.closed': 'Ended',
  'alarmDocument.open': 'Being worked on',
  'alarmDocument.outcome': 'Outcome',
  'alarmDocument.place': 'Place',
  'alarmDocument.events': 'Events of the vehicle ({{count}})',
  'alarmDocument.done': 'What was done',
  'alarmDocument.call': 'Call to {{name}}: {{outcome}}',
  'alarmDocument.command': 'Command to the vehicle: {{command}} ({{state}})',
  'alarmDocument.act.open': 'The centre received the alarm',
  'alarmDocument.act.claim': 'An operator took it on',
  'alarmDocument.act.normalise': 'The vehicle is back to normal',
  'alarmDocument.act.case': 'Case opened',
  'alarmDocument.act.close': 'Closed',
  'alarmDocument.make': 'Document for the customer (PDF)',
  'alarmDocument.failed': 'The document could not be made. {{reason}}',
};
