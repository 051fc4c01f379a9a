import type { Command } from '@atalaia/contract/devices/command';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { commandLabel } from '../command-labels.ts';
import classes from './command-form.module.css';

interface SavedChoiceProps {
  /** Undefined while they are on their way. */
  readonly commands: readonly Command[] | undefined;
  /** Nothing else may be sent. */
  readonly required: boolean;
  readonly chosenId: string | null;
  readonly onChoose: (id: string | null) => void;
  readonly error: string | undefined;
}

/** The saved commands that fit the device; what the chosen one says is told before it is sent. */
export function SavedChoice({ commands, required, chosenId, onChoose, error }: SavedChoiceProps) {
  const texts = useTexts();
  const { text } = texts;
  if (!commands || (commands.length === 0 && !required)) return null;
  const chosen = commands.find(({ id }) => String(id) === chosenId);
  return (
    <>
      <SelectField
        labelled
        searchable
        label={required ? `${text('command.saved')} *` : text('command.saved')}
        placeholder={text(required ? 'selector.placeholder' : 'command.savedNone')}
        options={commands.map((command) => ({
          value: String(command.id),
          label: command.description || commandLabel(command, texts),
        }))}
        chosen={chosenId}
        onChoose={onChoose}
        clearLabel={text('action.clear')}
        nothingFound={text('command.savedEmpty')}
        error={error}
      />
      {commands.length === 0 && <p className={classes.note}>{text('command.savedEmpty')}</p>}
      {chosen && (
        <p className={classes.note} dir="auto">
          {commandLabel(chosen, texts)}
          {chosen.textChannel && ` · ${text('command.bySms')}`}
        </p>
      )}
    </>
  );
}
