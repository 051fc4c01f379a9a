import { type Command, type CommandInput, commandSchema } from '@atalaia/contract/devices/command';
import { commandTypes } from '@atalaia/domain/catalog/command-types';
import { referenceIn, textOf, textOfReference } from '../../../resources/form/field-values.ts';
import type { FormDefinition } from '../../../resources/form/form-definition.ts';
import type { Resource } from '../../../resources/resource.ts';
import {
  parametersIn,
  parameterValuesOf,
  type SavedCommandValues,
  savedCommandValuesSchema,
} from './parameter-values.ts';
import { ParametersField } from './parameters-field.tsx';

// The form of a command that is kept to be sent again: its parameters follow from its type (CMD-02).

const savedCommandForm: FormDefinition<Command, SavedCommandValues> = {
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

export const savedCommands: Resource<Command, SavedCommandValues> = {
  title: 'savedCommand.title',
  path: 'commands',
  schema: commandSchema,
  nameOf: ({ description, type }, { textOr }) => description || textOr(`commandType.${type}`, type),
  columns: [
    {
      key: 'description',
      title: 'command.description',
      sort: 'description',
      cell: ({ description }) => description,
    },
    {
      key: 'type',
      title: 'command.type',
      sort: 'type',
      cell: ({ type }, { textOr }) => textOr(`commandType.${type}`, type),
    },
    {
      key: 'parameters',
      title: 'savedCommand.parameters',
      muted: true,
      cell: ({ attributes }, { text, textOr }) =>
        Object.entries(attributes)
          .map(([key, value]) => {
            const shown = typeof value === 'boolean' ? text(value ? 'value.yes' : 'value.no') : value;
            return `${textOr(`commandParameter.${key}`, key)}: ${shown}`;
          })
          .join(', '),
    },
    {
      key: 'channel',
      title: 'savedCommand.channel',
      sort: 'textChannel',
      cell: ({ textChannel }, { text }) =>
        text(textChannel ? 'savedCommand.bySms' : 'savedCommand.byConnection'),
    },
  ],
  form: savedCommandForm,
  // Who may only send the commands saved for him saves none himself (ROLE-06).
  lockedFor: ({ limitCommands, administrator }) => limitCommands && !administrator,
};
