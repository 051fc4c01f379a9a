/** The form of a command that is kept to be sent again: its parameters follow from its type (CMD-02). */
import type { Command, CommandInput } from '@atalaia/contract/devices/command';
import { commandTypes } from '@atalaia/domain/catalog/command-types';
import { referenceIn, textOf, textOfReference } from '../../../resources/form/field-values.ts';
import type { FormDefinition } from '../../../resources/form/form-definition.ts';
import { parametersIn, parameterValuesOf } from './parameter-values.ts';
import { ParametersField } from './parameters-field.tsx';
import { type SavedCommandValues, savedCommandValuesSchema } from './saved-command-values.ts';

export const savedCommandForm: FormDefinition<Command, SavedCommandValues> = {
  titles: { add: 'savedCommand.new', edit: 'savedCommand.edit' },
  schema: () => savedCommandValuesSchema,
  sections: [
    {
      title: 'savedCommand.section',
      fields: [
        { kind: 'text', name: 'description', label: 'command.description', wide: true },
        {
          kind: 'select',
          name: 'type',
          label: 'command.type',
          required: true,
          searchable: true,
          wide: true,
          options: ({ text }) =>
            commandTypes.map((value) => ({ value, label: text(`commandType.${value}`) })),
        },
        {
          kind: 'custom',
          name: 'parameters',
          label: 'savedCommand.parameters',
          Field: ParametersField,
          valueText: (values) => Object.values(values as SavedCommandValues['parameters']).join(', '),
        },
        {
          kind: 'reference',
          name: 'deviceId',
          label: 'savedCommand.device',
          path: 'devices',
          hint: 'savedCommand.anyDevice',
          wide: true,
        },
        { kind: 'switch', name: 'textChannel', label: 'command.textChannel' },
      ],
    },
  ],
  valuesOf: (row) => ({
    description: textOf(row?.description),
    type: textOf(row?.type),
    deviceId: textOfReference(row?.deviceId),
    textChannel: row?.textChannel ?? false,
    parameters: row ? parameterValuesOf(row.type, row.attributes) : {},
  }),
  inputOf: ({ description, type, deviceId, textChannel, parameters }): CommandInput => ({
    description: description || null,
    type,
    deviceId: referenceIn(deviceId),
    textChannel,
    attributes: parametersIn(type, parameters),
  }),
  fieldOf: (path) => (path.startsWith('attributes') ? 'parameters' : undefined),
};
