import {
  type Mirror,
  type MirrorInput,
  mirrorKindSchema,
  mirrorMethodSchema,
  mirrorSchema,
} from '@atalaia/contract/devices/mirror';
import { formatInstant, parseFormInstant } from '@atalaia/domain/time/dates';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';
import { optionalText, requiredText, textOf } from '../../resources/form/field-values.ts';
import type { CustomFieldProps, FormContext, FormDefinition } from '../../resources/form/form-definition.ts';
import { ReferencesField } from '../../resources/form/several-references.tsx';
import type { CellTexts, Resource } from '../../resources/resource.ts';
import { Pill, type Tone } from '../../ui/layout/pill.tsx';
import { MirrorLog, reasonText } from './mirror-log.tsx';

const DevicesField = (props: CustomFieldProps<unknown>) => <ReferencesField path="devices" {...props} />;
const GroupsField = (props: CustomFieldProps<unknown>) => <ReferencesField path="groups" {...props} />;
const CustomersField = (props: CustomFieldProps<unknown>) => <ReferencesField path="customers" {...props} />;

const several = z.array(z.string());
const fault = (key: PhraseKey) => key;

const values = z.object({
  name: requiredText('mirror.nameRequired'),
  enabled: z.boolean(),
  kind: mirrorKindSchema,
  address: requiredText('mirror.addressRequired', 2000),
  method: mirrorMethodSchema,
  authorization: optionalText(4000),
  removesAuthorization: z.boolean(),
  deviceIds: several,
  groupIds: several,
  customerIds: several,
  activeFrom: z.string(),
  activeUntil: z.string(),
  authorizedBy: requiredText('mirror.authorizedByRequired'),
  reason: z.string().trim().min(1, fault('mirror.reasonRequired')).max(2000, fault('form.textTooLong')),
});

type MirrorValues = z.infer<typeof values>;

function schemaIn({ settings }: FormContext) {
  return values.superRefine((typed, context) => {
    const refuse = (path: keyof MirrorValues, message: PhraseKey) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const instantOf = (path: 'activeFrom' | 'activeUntil') => {
      const instant = parseFormInstant(typed[path], settings.timezone);
      if (typed[path].trim() !== '' && instant === undefined) refuse(path, 'form.notADate');
      return instant;
    };
    const from = instantOf('activeFrom');
    const until = instantOf('activeUntil');
    if (until !== undefined && until <= (from ?? 0)) refuse('activeUntil', 'mirror.untilBeforeFrom');
    if (typed.deviceIds.length + typed.groupIds.length + typed.customerIds.length === 0)
      refuse('deviceIds', 'mirror.chosenRequired');
  });
}

const isHttp = ({ kind }: MirrorValues) => kind !== 'raw';

const form: FormDefinition<Mirror, MirrorValues> = {
  titles: { add: 'mirror.new', edit: 'mirror.edit' },
  schema: schemaIn,
  sections: [
    {
      title: 'mirror.where',
      fields: [
        { kind: 'text', name: 'name', label: 'mirror.name', required: true, wide: true },
        {
          ...{ kind: 'select', name: 'kind', label: 'mirror.kind', required: true, wide: true },
          options: ({ text }) =>
            mirrorKindSchema.options.map((value) => ({ value, label: text(`mirrorKind.${value}`) })),
        },
        {
          ...{ kind: 'text', name: 'address', label: 'mirror.address', required: true, wide: true },
          hint: 'mirror.addressHint',
        },
        {
          ...{ kind: 'select', name: 'method', label: 'mirror.method' },
          options: () => mirrorMethodSchema.options.map((value) => ({ value, label: value })),
          when: ({ kind }) => kind === 'osmand',
        },
        {
          ...{ kind: 'password', name: 'authorization', label: 'mirror.authorization', wide: true },
          hint: 'mirror.authorizationHint',
          when: (typed) => isHttp(typed) && !typed.removesAuthorization,
        },
        {
          ...{
            kind: 'switch',
            name: 'removesAuthorization',
            label: 'mirror.removeAuthorization',
            wide: true,
          },
          hint: 'mirror.authorizationKept',
          when: (typed, _context, row) => isHttp(typed) && row?.hasAuthorization === true,
        },
        { kind: 'switch', name: 'enabled', label: 'mirror.enabled', wide: true },
      ],
    },
    {
      title: 'mirror.whose',
      fields: [
        {
          ...{ kind: 'custom', name: 'deviceIds', label: 'mirror.devices', wide: true },
          Field: DevicesField,
        },
        {
          ...{ kind: 'custom', name: 'groupIds', label: 'mirror.groups', wide: true },
          Field: GroupsField,
        },
        {
          ...{ kind: 'custom', name: 'customerIds', label: 'mirror.customers', wide: true },
          Field: CustomersField,
        },
        { kind: 'date', name: 'activeFrom', label: 'mirror.activeFrom', time: true },
        {
          ...{ kind: 'date', name: 'activeUntil', label: 'mirror.activeUntil', time: true },
          hint: 'mirror.untilHint',
        },
      ],
    },
    {
      title: 'mirror.permission',
      fields: [
        {
          ...{ kind: 'text', name: 'authorizedBy', label: 'mirror.authorizedBy', required: true, wide: true },
        },
        { kind: 'long-text', name: 'reason', label: 'mirror.reason', required: true },
      ],
    },
  ],
  valuesOf: (row, { settings }) => {
    const shown = (instant: string | null | undefined) =>
      instant ? formatInstant(Date.parse(instant), 'formDateTime', settings.timezone) : '';
    return {
      name: textOf(row?.name),
      enabled: row?.enabled ?? true,
      kind: row?.kind ?? 'raw',
      address: textOf(row?.address),
      method: row?.method ?? 'GET',
      authorization: '',
      removesAuthorization: false,
      deviceIds: (row?.deviceIds ?? []).map(String),
      groupIds: (row?.groupIds ?? []).map(String),
      customerIds: (row?.customerIds ?? []).map(String),
      activeFrom: shown(row?.activeFrom),
      activeUntil: shown(row?.activeUntil),
      authorizedBy: textOf(row?.authorizedBy),
      reason: textOf(row?.reason),
    };
  },
  inputOf(typed, row, context): MirrorInput {
    const before = form.valuesOf(row, context);
    const instantOf = (path: 'activeFrom' | 'activeUntil') => {
      // one that nobody changed goes back as it came: the form shows no seconds
      if (row && typed[path] === before[path]) return row[path];
      const instant = parseFormInstant(typed[path], context.settings.timezone);
      return instant === undefined ? null : new Date(instant).toISOString();
    };
    const { removesAuthorization, authorization, activeFrom: _, ...rest } = typed;
    const activeFrom = instantOf('activeFrom');
    return {
      ...rest,
      ...(removesAuthorization && { authorization: '' }),
      ...(!removesAuthorization && authorization.trim() !== '' && { authorization: authorization.trim() }),
      ...(activeFrom !== null && { activeFrom }),
      activeUntil: instantOf('activeUntil'),
      deviceIds: typed.deviceIds.map(Number),
      groupIds: typed.groupIds.map(Number),
      customerIds: typed.customerIds.map(Number),
    };
  },
};

/** How it goes, in a word. */
export function mirrorState(
  { enabled, activeFrom, activeUntil, lastSentAt, lastTroubleAt }: Mirror,
  { text, formats }: Pick<CellTexts, 'text' | 'formats'>,
  nowMs = Date.now(),
): readonly [tone: Tone, label: string] {
  if (!enabled) return ['offline', text('mirror.off')];
  if (Date.parse(activeFrom) > nowMs)
    return ['offline', text('mirror.early', { time: formats.day(Date.parse(activeFrom)) })];
  if (activeUntil && Date.parse(activeUntil) <= nowMs) return ['offline', text('mirror.over')];
  const isTroubled = lastTroubleAt !== null && (lastSentAt === null || lastTroubleAt > lastSentAt);
  if (isTroubled) return ['alarm', text('mirror.troubled')];
  return lastSentAt === null ? ['unknown', text('mirror.waits')] : ['online', text('mirror.works')];
}

function stateCell(row: Mirror, labels: CellTexts) {
  const [tone, label] = mirrorState(row, labels);
  const title = row.lastTrouble ? reasonText(row.lastTrouble, labels) : undefined;
  return (
    <span title={title}>
      <Pill tone={tone}>{label}</Pill>
    </span>
  );
}

/** Devices that are forwarded to other servers (OUT-06). */
export const mirrors: Resource<Mirror, MirrorValues> = {
  title: 'mirror.title',
  path: 'mirrors',
  schema: mirrorSchema,
  nameOf: ({ name }) => name,
  lockedFor: ({ administrator }) => !administrator,
  columns: [
    { key: 'name', title: 'mirror.name', sort: 'name', cell: ({ name }) => name },
    {
      ...{ key: 'kind', title: 'mirror.kind', sort: 'kind', optional: 620, muted: true },
      cell: ({ kind }, { text }) => text(`mirrorKind.${kind}`),
    },
    {
      key: 'address',
      title: 'mirror.address',
      sort: 'address',
      optional: 620,
      cell: ({ address }) => address,
    },
    {
      ...{ key: 'devices', title: 'mirror.devices', width: 110, optional: 860 },
      cell: ({ devices }, { formats }) => formats.count(devices),
    },
    {
      ...{ key: 'day', title: 'mirror.last24', optional: 860, muted: true },
      cell: ({ sent, dropped }, { text, formats }) =>
        text('mirror.counts', { sent: formats.count(sent), dropped: formats.count(dropped) }),
    },
    {
      ...{ key: 'until', title: 'mirror.activeUntil', sort: 'activeUntil', optional: 860, muted: true },
      cell: ({ activeUntil }, { formats }) => activeUntil && formats.day(Date.parse(activeUntil)),
    },
    { key: 'state', title: 'mirror.state', width: 150, cell: stateCell },
  ],
  form,
  views: [{ key: 'log', label: 'mirror.log', writes: false, wide: true, View: MirrorLog }],
};
