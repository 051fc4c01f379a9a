/**
 * What differs between trackers of one protocol, as fields of a device's form: those of the protocol that its model
 * speaks, of another that the person chooses, and whatever is set already.
 */
import type { Device, DeviceAttributes } from '@atalaia/contract/devices/device';
import { type ProtocolSetting, protocolSettings } from '@atalaia/domain/devices/protocol-settings';
import { trackerModels } from '@atalaia/domain/devices/tracker-models';
import { z } from 'zod';
import { numberIn } from '../../lib/formats/plain-number.ts';
import { optionalNumber, optionalText, textOf } from '../../resources/form/field-values.ts';
import type { FieldKind, FieldOption, FormContext, FormField } from '../../resources/form/form-definition.ts';

const all: readonly ProtocolSetting[] = protocolSettings;

/** By protocol and word, as the key has them, since a form reads a dot as a step inwards. */
type SettingValues = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface WithSettings {
  /** Whose settings are shown beside the model's own; it is not stored. */
  readonly settingsOf: string;
  readonly settings: SettingValues;
}

type Values = WithSettings & { readonly model: string };

export const settingKeys: readonly string[] = all.map(({ key }) => key);

const protocolNames = [...new Set(all.flatMap(({ protocols }) => protocols))].sort();

function nested<Made>(make: (setting: ProtocolSetting) => Made): Record<string, Record<string, Made>> {
  const made: Record<string, Record<string, Made>> = {};
  for (const setting of all) {
    const [protocol, name] = setting.key.split('.') as [string, string];
    made[protocol] = { ...made[protocol], [name]: make(setting) };
  }
  return made;
}

const typedIn = (settings: SettingValues, key: string): string => {
  const [protocol = '', name = ''] = key.split('.');
  return settings[protocol]?.[name] ?? '';
};

export const settingsSchema: z.ZodType<SettingValues, SettingValues> = z.object(
  Object.fromEntries(
    Object.entries(
      nested(({ kind }: ProtocolSetting) => (kind === 'number' ? optionalNumber() : optionalText())),
    ).map(([protocol, labels]) => [protocol, z.object(labels)]),
  ),
) as z.ZodType<SettingValues, SettingValues>;

export function settingValues(attributes: DeviceAttributes): SettingValues {
  return nested(({ key }) => textOf(attributes[key]));
}

/** One that nobody touched goes back exactly as it came. */
export function settingInput(settings: SettingValues, before: DeviceAttributes): DeviceAttributes {
  const typedSettings = all.flatMap(({ key, kind }): [string, unknown][] => {
    const typed = typedIn(settings, key);
    if (typed === '') return [];
    if (typed === textOf(before[key])) return [[key, before[key]]];
    if (kind === 'boolean') return [[key, typed === 'true']];
    return [[key, kind === 'number' ? numberIn(typed) : typed]];
  });
  return Object.fromEntries(typedSettings);
}

/** The protocols of the models that a typed text names, with their maker or alone. */
export function protocolsOfModel(typed: string): readonly string[] {
  const keyword = typed.trim().toLowerCase();
  const named = trackerModels.filter(({ maker, model }) =>
    [model, `${maker} ${model}`].some((name) => name.toLowerCase() === keyword),
  );
  return [...new Set(named.map(({ protocol }) => protocol))];
}

/** A protocol by its name and by the makers of trackers that speak it. */
function protocolOption(protocol: string): FieldOption {
  const makers = new Set(trackerModels.filter((one) => one.protocol === protocol).map(({ maker }) => maker));
  return { value: protocol, label: makers.size === 0 ? protocol : `${protocol} (${[...makers].join(', ')})` };
}

const yesOrNo = ({ text }: FormContext): readonly FieldOption[] => [
  { value: 'true', label: text('value.yes') },
  { value: 'false', label: text('value.no') },
];

function kindOf({ kind }: ProtocolSetting): FieldKind<Device> {
  if (kind !== 'boolean') return { kind };
  return { kind: 'select', options: yesOrNo, placeholder: 'device.settingUnset' };
}

function isShown({ key, protocols }: ProtocolSetting, { model, settingsOf, settings }: Values): boolean {
  if (typedIn(settings, key) !== '') return true;
  const spoken = settingsOf === '' ? protocolsOfModel(model) : [settingsOf];
  return protocols.some((protocol) => spoken.includes(protocol));
}

export function settingFields<FormValues extends Values>(): readonly FormField<Device, FormValues>[] {
  const fields = [
    {
      kind: 'select',
      name: 'settingsOf',
      label: 'device.settingsOf',
      hint: 'device.settingsOfHint',
      wide: true,
      options: () => protocolNames.map(protocolOption),
      placeholder: 'device.settingsOfModel',
    },
    ...all.map((setting) => ({
      ...kindOf(setting),
      name: `settings.${setting.key}`,
      label: `protocolSetting.${setting.key}`,
      hint: `protocolSetting.${setting.key}.help`,
      wide: true,
      when: (values: FormValues) => isShown(setting, values),
    })),
  ];
  return fields as unknown as readonly FormField<Device, FormValues>[];
}
