/** A line of the audit in words: who did what to what (SEC-03). */
import type { AuditLine } from '@atalaia/contract/accounts/audit-line';
import type { Formats } from '../../lib/formats/formats.ts';
import type { TextsState } from '../../lib/texts/texts.ts';

export interface AuditLabels extends Pick<TextsState, 'text' | 'textOr'> {
  readonly formats: Formats;
}

/** Who did it: a name as it was then, the server, or somebody who did not say who he is. */
export function actorOf({ userName, address }: AuditLine, { text }: AuditLabels): string {
  return userName ?? text(address === null ? 'audit.server' : 'audit.stranger');
}

export function actionLabel({ action }: AuditLine, { textOr }: AuditLabels): string {
  return textOr(`auditAction.${action}`, action);
}

export function nounLabel({ noun }: AuditLine, { textOr }: AuditLabels): string {
  return textOr(`auditNoun.${noun}`, noun);
}

/** What the thing is called now; else as it was called then, else its number. Undefined for what has neither. */
export function objectName(line: AuditLine, labels: AuditLabels): string | undefined {
  const { names, details, objectId, noun } = line;
  const label =
    names.object ?? [details.name, details.label, details.uniqueId].find((one) => typeof one === 'string');
  const named = typeof label === 'string' ? label : undefined;
  if (noun === 'notification' && named) return labels.textOr(`eventType.${named}`, named);
  if (noun === 'sinister') {
    const number = named ?? details.number;
    if (number !== undefined) return labels.text('audit.numbered', { id: String(number) });
  }
  if (named !== undefined) return named;
  if (objectId === null || noun === 'server') return undefined;
  return labels.text('audit.numbered', { id: objectId });
}

/** Whether what the line refers to was there when the line was read, as far as it has a name. */
export function objectExists({ names }: AuditLine): boolean {
  return names.object !== undefined;
}
