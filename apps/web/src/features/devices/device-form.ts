import type { Device } from '@atalaia/contract/devices/device';
import { categories } from '@atalaia/domain/catalog/categories';
import { trackerModels } from '@atalaia/domain/devices/tracker-models';
import { isPlate, isRenavam } from '@atalaia/domain/documents/plate';
import { categoryIcon } from '../../lib/icons/category-icon.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import type { FieldOption, FormContext, FormDefinition } from '../../resources/form/form-definition.ts';
import {
  type DeviceValues,
  deviceAttributes,
  deviceInput,
  deviceValues,
  deviceValuesSchema,
} from './device-values.ts';
import { settingFields } from './protocol-setting-fields.ts';

const fuels: readonly TextKey[] = [
  'fuel.flex',
  'fuel.gasoline',
  'fuel.ethanol',
  'fuel.diesel',
  'fuel.gas',
  'fuel.electric',
  'fuel.hybrid',
];

/** Models of several makers have one name. */
const models = [...new Set(trackerModels.map(({ maker, model }) => `${maker} ${model}`))];

const zones: readonly FieldOption[] = Intl.supportedValuesOf('timeZone').map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}));

function categoryOptions({ textOr }: FormContext): readonly FieldOption[] {
  return categories
    .map((value) => ({ value, label: textOr(`category.${value}`, value), icon: categoryIcon(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}

/** The form of a device: what every centre knows of a vehicle, its tracker and whom to call (DEV-01, DEV-03). */
export const deviceForm: FormDefinition<Device, DeviceValues> = {
  titles: { add: 'device.new', edit: 'device.edit' },
  schema: () => deviceValuesSchema,
  valuesOf: deviceValues,
  inputOf: deviceInput,
  sections: [
    {
      title: 'device.tabData',
      fields: [
        { kind: 'text', name: 'name', label: 'device.name', required: true },
        {
          kind: 'text',
          name: 'uniqueId',
          label: 'device.uniqueId',
          required: true,
          hint: 'device.uniqueIdHint',
        },
        { kind: 'reference', name: 'groupId', label: 'device.group', path: 'groups' },
        { kind: 'reference', name: 'customerId', label: 'device.customer', path: 'customers' },
        {
          kind: 'select',
          name: 'category',
          label: 'device.category',
          searchable: true,
          options: categoryOptions,
        },
        {
          kind: 'number',
          name: 'speedLimit',
          label: 'device.speedLimit',
          unit: (_, { formats }) => formats.speedUnit,
        },
        { kind: 'switch', name: 'disabled', label: 'device.disabled', hint: 'device.disabledHint' },
      ],
    },
    {
      title: 'device.tabVehicle',
      fields: [
        {
          kind: 'text',
          name: 'plate',
          label: 'device.plate',
          warning: ({ plate }) => (plate === '' || isPlate(plate) ? undefined : 'form.plateDiffers'),
        },
        { kind: 'text', name: 'year', label: 'device.year', inputMode: 'numeric' },
        { kind: 'text', name: 'modelYear', label: 'device.modelYear', inputMode: 'numeric' },
        { kind: 'text', name: 'manufacturer', label: 'device.manufacturer' },
        { kind: 'text', name: 'vehicleModel', label: 'device.vehicleModel' },
        { kind: 'text', name: 'color', label: 'device.color' },
        {
          kind: 'text',
          name: 'fuelType',
          label: 'device.fuelType',
          suggestions: ({ text }) => fuels.map((fuel) => text(fuel)),
        },
        { kind: 'number', name: 'fuelConsumption', label: 'device.fuelConsumption', unit: () => 'km/L' },
        {
          kind: 'text',
          name: 'renavam',
          label: 'device.renavam',
          inputMode: 'numeric',
          warning: ({ renavam }) =>
            renavam === '' || isRenavam(renavam) ? undefined : 'form.checkDigitDiffers',
        },
        { kind: 'text', name: 'chassi', label: 'device.chassi' },
        { kind: 'text', name: 'vehicleType', label: 'device.vehicleType' },
        { kind: 'text', name: 'species', label: 'device.species' },
        { kind: 'text', name: 'registrationCity', label: 'device.registrationCity' },
        { kind: 'text', name: 'registrationState', label: 'device.registrationState' },
      ],
    },
    {
      title: 'device.tabTracker',
      fields: [
        { kind: 'text', name: 'model', label: 'device.model', suggestions: () => models },
        { kind: 'text', name: 'phone', label: 'device.phone', inputMode: 'tel' },
        { kind: 'text', name: 'm2mProvider', label: 'device.m2mProvider' },
        { kind: 'text', name: 'iccid', label: 'device.iccid', inputMode: 'numeric' },
        { kind: 'password', name: 'devicePassword', label: 'device.devicePassword' },
        {
          kind: 'select',
          name: 'timezone',
          label: 'device.timezone',
          searchable: true,
          options: () => zones,
        },
        { kind: 'number', name: 'traceLimit', label: 'device.traceLimit' },
        { kind: 'switch', name: 'ignoreOdometer', label: 'device.ignoreOdometer' },
        { kind: 'text', name: 'installationLocation', label: 'device.installationLocation', wide: true },
        { kind: 'text', name: 'technician', label: 'device.technician' },
        {
          ...{ kind: 'select', name: 'blockInstalled', label: 'device.blockInstalled' },
          options: ({ text }) => [
            { value: '', label: text('device.blockUnknown') },
            { value: 'yes', label: text('value.yes') },
            { value: 'no', label: text('value.no') },
          ],
        },
        {
          kind: 'text',
          name: 'blockCuts',
          label: 'device.blockCuts',
          suggestions: ({ text }) => [
            text('device.cutsFuel'),
            text('device.cutsIgnition'),
            text('device.cutsStarter'),
          ],
        },
      ],
    },
    { title: 'device.tabProtocol', fields: settingFields<DeviceValues>() },
    {
      title: 'device.tabContact',
      fields: [
        { kind: 'text', name: 'contact', label: 'device.contact', wide: true },
        { kind: 'text', name: 'cc_email', label: 'device.cc_email', inputMode: 'email', wide: true },
      ],
    },
    deviceAttributes.section<Device, DeviceValues>(),
  ],
};
