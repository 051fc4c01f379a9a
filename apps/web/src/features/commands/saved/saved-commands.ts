import { type Command, commandSchema } from '@atalaia/contract/devices/command';
import type { Resource } from '../../../resources/resource.ts';
import { savedCommandForm } from './saved-command-form.ts';
import type { SavedCommandValues } from './saved-command-values.ts';

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
