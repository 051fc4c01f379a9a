import {
  type Campaign,
  type CampaignInput,
  type CampaignState,
  campaignSchema,
} from '@atalaia/contract/devices/campaign';
import { trackerModels } from '@atalaia/domain/devices/tracker-models';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { mdiPlus, mdiTrashCanOutline } from '@mdi/js';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { numberIn } from '../../lib/formats/plain-number.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import {
  optionalNumber,
  optionalText,
  requiredNumber,
  requiredText,
  textOf,
} from '../../resources/form/field-values.ts';
import type { CustomFieldProps, FormDefinition } from '../../resources/form/form-definition.ts';
import { ReferencesField } from '../../resources/form/several-references.tsx';
import type { Resource } from '../../resources/resource.ts';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { MultiSelect } from '../../ui/field/multi-select.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';
import { Pill, type Tone } from '../../ui/layout/pill.tsx';
import { CampaignDevices } from './campaign-devices.tsx';
import classes from './campaigns.module.css';

interface TextValues {
  readonly models: readonly string[];
  readonly text: string;
}

const known = [...new Set(trackerModels.map(({ model }) => model))];

/** The SMS by model, one below the other; one without models is for all others. */
function CampaignTextsField({ name, label, readOnly }: CustomFieldProps<unknown>) {
  const { text, textOr } = useTexts();
  const { field, fieldState } = useController({ name });
  const texts = field.value as readonly TextValues[];
  const { message } = fieldState.error ?? {};
  const change = (at: number, part: Partial<TextValues>) =>
    field.onChange(texts.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <fieldset className={classes.texts} disabled={readOnly} aria-label={label}>
      <p className={classes.muted}>{text('campaign.placeholders', placeholders)}</p>
      {texts.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text has no name of its own
        <div key={at} className={classes.text}>
          <div className={classes.textHead}>
            <b>{text('campaign.textNumber', { number: at + 1 })}</b>
            <IconButton
              size={28}
              name={text('campaign.removeText', { number: at + 1 })}
              icon={mdiTrashCanOutline}
              onClick={() => field.onChange(texts.filter((_, index) => index !== at))}
            />
          </div>
          <MultiSelect
            labelled
            label={text('campaign.models')}
            placeholder={text('campaign.allModels')}
            options={[...new Set([...one.models, ...known])].map((model) => ({ value: model, label: model }))}
            chosen={one.models}
            onChoose={(models) => change(at, { models: [...models] })}
            nothingFound={text('selector.empty')}
            clearLabel={text('action.clear')}
          />
          <TextArea
            label={text('campaign.text')}
            minRows={2}
            value={one.text}
            onChange={({ currentTarget }) => change(at, { text: currentTarget.value })}
          />
        </div>
      ))}
      {message && (
        <p className={classes.error} role="alert">
          {textOr(message, message)}
        </p>
      )}
      <Button icon={mdiPlus} onClick={() => field.onChange([...texts, { models: [], text: '' }])}>
        {text('campaign.addText')}
      </Button>
    </fieldset>
  );
}

/** As the server fills them in. */
const placeholders = {
  names: '{host}, {port}, {apn}, {apnUser}, {apnPassword}, {password}, {uniqueId}',
  password: '{password}',
};

const DevicesField = (props: CustomFieldProps<unknown>) => <ReferencesField path="devices" {...props} />;
const GroupsField = (props: CustomFieldProps<unknown>) => <ReferencesField path="groups" {...props} />;
const CustomersField = (props: CustomFieldProps<unknown>) => <ReferencesField path="customers" {...props} />;

const several = z.array(z.string());
const message = (key: PhraseKey) => key;
const clock = z.string().regex(/^([01]?\d|2[0-3]):[0-5]\d$/, message('campaign.notAClock'));

const values = z.object({
  name: requiredText('campaign.nameRequired'),
  host: requiredText('campaign.hostRequired').regex(/^[\w.:-]*$/, message('campaign.hostRequired')),
  port: optionalNumber({ least: 1, most: 65_535, whole: true }),
  apn: optionalText(),
  apnUser: optionalText(),
  apnPassword: optionalText(),
  texts: z
    .array(z.object({ models: several, text: z.string() }))
    .refine((texts) => texts.every(({ text }) => text.trim() !== ''), message('campaign.textRequired')),
  deviceIds: several,
  groupIds: several,
  customerIds: several,
  perMinute: requiredNumber('form.required', { least: 1, most: 600, whole: true }),
  hoursFrom: clock,
  hoursUntil: clock,
  silentHours: requiredNumber('form.required', { least: 1, most: 720, whole: true }),
});

type CampaignValues = z.infer<typeof values>;

const form: FormDefinition<Campaign, CampaignValues> = {
  titles: { add: 'campaign.new', edit: 'campaign.edit' },
  schema: () => values,
  sections: [
    {
      title: 'campaign.server',
      fields: [
        { kind: 'text', name: 'name', label: 'campaign.name', required: true, wide: true },
        {
          ...{ kind: 'text', name: 'host', label: 'campaign.host', required: true },
          hint: 'campaign.hostHint',
        },
        { kind: 'number', name: 'port', label: 'campaign.port', hint: 'campaign.portHint' },
        { kind: 'text', name: 'apn', label: 'campaign.apn' },
        { kind: 'text', name: 'apnUser', label: 'campaign.apnUser' },
        {
          ...{ kind: 'password', name: 'apnPassword', label: 'campaign.apnPassword' },
          hint: 'campaign.apnPasswordHint',
        },
      ],
    },
    {
      title: 'campaign.texts',
      fields: [
        { kind: 'custom', name: 'texts', label: 'campaign.texts', wide: true, Field: CampaignTextsField },
      ],
    },
    {
      title: 'campaign.whose',
      fields: [
        { kind: 'custom', name: 'deviceIds', label: 'mirror.devices', wide: true, Field: DevicesField },
        { kind: 'custom', name: 'groupIds', label: 'mirror.groups', wide: true, Field: GroupsField },
        { kind: 'custom', name: 'customerIds', label: 'mirror.customers', wide: true, Field: CustomersField },
      ],
    },
    {
      title: 'campaign.pace',
      fields: [
        { kind: 'number', name: 'perMinute', label: 'campaign.perMinute', required: true },
        {
          kind: 'number',
          name: 'silentHours',
          label: 'campaign.silentHours',
          required: true,
          unit: () => 'h',
        },
        {
          ...{ kind: 'text', name: 'hoursFrom', label: 'campaign.hoursFrom', required: true },
          ...{ placeholder: 'campaign.clock', hint: 'campaign.hoursHint' },
        },
        {
          ...{ kind: 'text', name: 'hoursUntil', label: 'campaign.hoursUntil', required: true },
          placeholder: 'campaign.clock',
        },
      ],
    },
  ],
  valuesOf: (row) => ({
    name: textOf(row?.name),
    host: row?.host ?? window.location.hostname,
    port: textOf(row?.port),
    apn: textOf(row?.apn),
    apnUser: textOf(row?.apnUser),
    apnPassword: '',
    texts: (row?.texts ?? [{ models: [], text: '' }]).map(({ models, text }) => ({
      models: [...models],
      text,
    })),
    deviceIds: (row?.deviceIds ?? []).map(String),
    groupIds: (row?.groupIds ?? []).map(String),
    customerIds: (row?.customerIds ?? []).map(String),
    perMinute: textOf(row?.perMinute ?? 10),
    hoursFrom: row?.hoursFrom ?? '08:00',
    hoursUntil: row?.hoursUntil ?? '18:00',
    silentHours: textOf(row?.silentHours ?? 24),
  }),
  inputOf: ({ apnPassword, ...typed }): CampaignInput => ({
    ...typed,
    ...(apnPassword !== '' && { apnPassword }),
    port: numberIn(typed.port) ?? null,
    texts: typed.texts.map(({ models, text }) => ({ models, text })),
    deviceIds: typed.deviceIds.map(Number),
    groupIds: typed.groupIds.map(Number),
    customerIds: typed.customerIds.map(Number),
    perMinute: numberIn(typed.perMinute) ?? 1,
    silentHours: numberIn(typed.silentHours) ?? 1,
    hoursFrom: typed.hoursFrom.padStart(5, '0'),
    hoursUntil: typed.hoursUntil.padStart(5, '0'),
  }),
};

const tones: Readonly<Record<CampaignState, Tone>> = {
  draft: 'offline',
  running: 'online',
  paused: 'unknown',
  stopped: 'offline',
};

/** Trackers are told their new server by SMS, in paced lots (BACK-05). */
export const campaigns: Resource<Campaign, CampaignValues> = {
  title: 'campaign.title',
  path: 'campaigns',
  schema: campaignSchema,
  nameOf: ({ name }) => name,
  lockedFor: ({ administrator }) => !administrator,
  columns: [
    { key: 'name', title: 'campaign.name', sort: 'name', cell: ({ name }) => name },
    {
      key: 'devices',
      title: 'mirror.devices',
      width: 110,
      optional: 620,
      cell: ({ devices }, { formats }) => formats.count(devices),
    },
    {
      key: 'sent',
      title: 'campaign.sent',
      width: 100,
      optional: 620,
      cell: ({ sent }, { formats }) => formats.count(sent),
    },
    {
      key: 'arrived',
      title: 'campaign.arrived',
      width: 110,
      optional: 420,
      cell: ({ arrived }, { formats }) => formats.count(arrived),
    },
    {
      key: 'overdue',
      title: 'campaign.overdue',
      width: 110,
      optional: 860,
      cell: ({ overdue }, { formats }) => formats.count(overdue),
    },
    {
      key: 'failed',
      title: 'campaign.failed',
      width: 100,
      optional: 860,
      cell: ({ failed }, { formats }) => formats.count(failed),
    },
    {
      key: 'state',
      title: 'campaign.state',
      sort: 'state',
      width: 140,
      cell: ({ state, unreadAt }, { text }) =>
        state === 'running' && unreadAt !== null ? (
          <Pill tone="alarm">{text('campaignState.unread')}</Pill>
        ) : (
          <Pill tone={tones[state]}>{text(`campaignState.${state}`)}</Pill>
        ),
    },
  ],
  form,
  views: [{ key: 'devices', label: 'campaign.followUp', writes: true, wide: true, View: CampaignDevices }],
  rowView: 'devices',
};
