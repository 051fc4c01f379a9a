/** What a line of the audit shows beside who did what to what: the fields that changed, the other side of a link (SEC-03). */
import type { AuditLine } from '@atalaia/contract/accounts/audit-line';
import { dependentKindSchema } from '@atalaia/contract/dependents';
import { z } from 'zod';
import type { Formats } from '../../lib/formats/formats.ts';
import type { TextsState } from '../../lib/texts/texts.ts';

/** What more the line shows, one fact a part; old and new values may stand beside it. */
export function detailLabels(
  line: AuditLine,
  labels: AuditLabels,
  values: 'with-values' | 'without-values' = 'with-values',
): readonly string[] {
  return Object.entries(line.details).flatMap(([key, value]) => {
    if (key !== 'changed') return partOf(line, key, value, labels);
    return changedLabels(line, value, labels, values === 'with-values');
  });
}

function partOf(line: AuditLine, key: string, value: unknown, labels: AuditLabels): readonly string[] {
  const { text, textOr, formats } = labels;
  if (value === null || value === false || value === undefined) return [];
  switch (key) {
    case 'name':
    case 'label':
    case 'number':
      return [];
    case 'uniqueId':
      return line.names.object === undefined && line.details.name === undefined ? [] : [String(value)];
    case 'values':
    case 'through':
    case 'bulk':
    case 'undone':
      return [];
    case 'type':
      return [textOr(`commandType.${value}`, String(value))];
    case 'openingType':
    case 'closingType':
      return [textOr(`${key}.${value}`, String(value))];
    case 'category':
      return [textOr(`occurrenceCategory.${value}`, String(value))];
    case 'kind':
      return [textOr(`report.${value}Title`, String(value))];
    case 'startedBy':
      return [textOr(`auditDetail.startedBy.${value}`, String(value))];
    case 'fault':
      return [textOr(`scheduledReportFault.${value}`, String(value))];
    case 'paymentFault':
      return [textOr(`paymentFault.${value}`, String(value))];
    case 'code':
      return [textOr(`bulk.why.${value}`, textOr(`apiError.${value}`, String(value)))];
    case 'scopes':
      return [
        `${text('signIns.scopes')}: ${[value]
          .flat()
          .map((scope) => textOr(`signIns.scope.${scope}`, String(scope)))
          .join(', ')}`,
      ];
    case 'integration':
      return [textOr(`integration.${value}`, String(value))];
    case 'expiresAt':
    case 'expiration':
      return [text('audit.until', { date: dateOf(value, formats) })];
    case 'from':
      return [
        text('auditDetail.period', { from: dateOf(value, formats), to: dateOf(line.details.to, formats) }),
      ];
    case 'to':
      return [];
    case 'totalDistance':
    case 'hours':
      return [counterLabels(line, key, labels)];
    case 'before':
    case 'batchId':
      return [];
    case 'dependents':
      return Array.isArray(value) ? value.flatMap((one) => dependentLabels(one, labels)) : [];
    case 'confirmation':
      return reasonOf(value).map((reason) => text('audit.reason', { reason }));
  }
  const side = /^(?:managed)?(.+)Id$/.exec(key)?.[1]?.toLowerCase();
  if (side && typeof value === 'number') {
    const name = line.names[key];
    const shown = name === undefined ? text('audit.numbered', { id: value }) : sideName(side, name, labels);
    return [`${textOr(`auditNoun.${side}`, side)}: ${shown}`];
  }
  if (value === true) return [textOr(`auditDetail.${key}`, key)];
  if (key === 'next') return [`→ ${String(value)}`];
  const shown = Array.isArray(value) ? value.map(String).join(', ') : plain(value);
  if (key === 'deviceUniqueIds') return [shown];
  if (key === 'notificators') return [shown];
  return [`${textOr(`auditDetail.${key}`, key)}: ${shown}`];
}

function sideName(side: string, name: string, { text, textOr }: AuditLabels): string {
  if (side === 'notification') return textOr(`eventType.${name}`, name);
  return side === 'sinister' ? text('audit.numbered', { id: name }) : name;
}

/** The area of the phrases that holds a noun's field names, where it is not the noun itself. */
const areasOf: Readonly<Record<string, readonly string[]>> = {
  company: ['auditCompany', 'company'],
  attribute: ['computed'],
  command: ['savedCommand', 'command'],
  scheduledReport: ['scheduledReport', 'report'],
  server: ['setting', 'server'],
  user: ['user', 'setting'],
};

function changedLabels(
  line: AuditLine,
  changed: unknown,
  labels: AuditLabels,
  withValues: boolean,
): readonly string[] {
  const fields = Array.isArray(changed) ? changed.map(String) : [];
  if (fields.length === 0) return [labels.text('audit.nothingChanged')];
  const values = valueChanges(line, labels);
  const shown = new Set(values.map(({ column }) => column));
  const named = fields
    .filter((field) => !shown.has(field))
    .map((field) => fieldLabels(line.noun, field, labels));
  return [
    ...(withValues ? values : []).map(({ name, before, after }) =>
      labels.text('audit.fromTo', { name, before, after }),
    ),
    ...(named.length > 0 ? [labels.text('audit.changed', { fields: [...new Set(named)].join(', ') })] : []),
  ];
}

interface ValueChange {
  /** Of the database; that of attributes for each of them. */
  readonly column: string;
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const valuesSchema = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]));

/** What each changed field held and holds, as far as it may be shown. */
export function valueChanges(line: AuditLine, labels: AuditLabels): readonly ValueChange[] {
  const read = valuesSchema.safeParse(line.details.values ?? {});
  if (!read.success) return [];
  return Object.entries(read.data).map(([field, [before, after]]) => {
    const [, attribute] = /^attributes\.(.+)$/.exec(field) ?? [];
    const label = attribute === undefined ? undefined : labels.textOr(`attribute.${attribute}`, '');
    const name = label ? withinSentence(label) : fieldLabels(line.noun, attribute ?? field, labels);
    const shown = (value: unknown) => valueText(line, field, value, labels);
    return {
      column: attribute === undefined ? field : 'attributes',
      name,
      before: shown(before),
      after: shown(after),
    };
  });
}

function valueText(line: AuditLine, field: string, value: unknown, labels: AuditLabels): string {
  const { text, textOr, formats } = labels;
  if (value === null || value === '') return text('value.missing');
  if (typeof value === 'boolean') return text(value ? 'value.yes' : 'value.no');
  const named = line.names[`${field}:${value}`];
  if (named !== undefined) return named;
  if (typeof value === 'number' && field.endsWith('_id')) return text('audit.numbered', { id: value });
  if (field === 'category' && line.noun === 'device') return textOr(`category.${value}`, String(value));
  if (typeof value === 'string' && isInstant.test(value)) return formats.dateTime(value);
  return plain(value);
}

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** A column of the database as people know it from the noun's form. */
export function fieldLabels(noun: string, column: string, { textOr }: AuditLabels): string {
  const field = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const short = field.replace(/Id$/, '');
  const areas = areasOf[noun] ?? [noun];
  const keys = ['auditField', ...areas].flatMap((area) => [`${area}.${field}`, `${area}.${short}`]);
  const found = keys.map((key) => textOr(key, '')).find((labels) => labels !== '');
  return found === undefined ? field : withinSentence(found);
}

/** `Nome` is `nome` after other words, `CPF` stays. */
function withinSentence(labels: string): string {
  return /^\p{Lu}\p{Lu}/u.test(labels) ? labels : labels.charAt(0).toLocaleLowerCase() + labels.slice(1);
}

function counterLabels({ details }: AuditLine, key: 'totalDistance' | 'hours', labels: AuditLabels): string {
  const { text, formats } = labels;
  const shown = (value: unknown) => {
    if (typeof value !== 'number') return text('value.missing');
    return key === 'hours' ? formats.hours(value) : formats.distance(value);
  };
  const before = (details.before as Readonly<Record<string, unknown>> | undefined)?.[key];
  return text('audit.fromTo', {
    name: text(`attribute.${key}`),
    before: shown(before),
    after: shown(details[key]),
  });
}

const dependentSchema = z.object({
  kind: dependentKindSchema,
  effect: z.enum(['detach', 'move', 'delete']),
  count: z.number(),
  to: z.number().optional(),
});

/** What became of what hung on a thing that was removed. */
function dependentLabels(removed: unknown, { text }: AuditLabels): readonly string[] {
  const read = dependentSchema.safeParse(removed);
  if (!read.success) return [];
  const { kind, effect, count, to } = read.data;
  const what = kind === 'history' ? text('auditDetail.history') : text(`dependent.${kind}`, { count });
  return [text(`auditDetail.${effect}`, { what, id: to ?? 0 })];
}

function reasonOf(confirmation: unknown): readonly string[] {
  const { reason } = (confirmation ?? {}) as { reason?: unknown };
  return typeof reason === 'string' ? [reason] : [];
}

function dateOf(value: unknown, formats: Formats): string {
  return typeof value === 'string' ? formats.dateTime(value) : '';
}

function plain(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

// A line of the audit in words: who did what to what (SEC-03).

export interface AuditLabels extends Pick<TextsState, 'text' | 'textOr'> {
  readonly formats: Formats;
}

/** Who did it: a name as it was then, a synchronisation of his account, the server, or somebody who did not say who he is. */
export function actorOf({ userName, address, details }: AuditLine, { text }: AuditLabels): string {
  if (details.through === 'sync')
    return userName === null ? text('audit.sync') : text('audit.syncOf', { name: userName });
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
