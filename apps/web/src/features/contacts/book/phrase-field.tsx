import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import type { PhraseValue } from './book-values.ts';
import classes from './contact-book.module.css';

interface PhraseFieldProps {
  readonly label: string;
  /** One is sealed; what it is nobody is shown here. */
  readonly isSet: boolean;
  readonly value: PhraseValue;
  readonly error: string | undefined;
  readonly onChange: (value: PhraseValue) => void;
}

/** A phrase that is set, replaced or removed, and never shown back. */
export function PhraseField({ label, isSet, value, error, onChange }: PhraseFieldProps) {
  const { text } = useTexts();
  const state =
    value === null ? 'contacts.phraseGoes' : isSet ? 'contacts.phraseIsSet' : 'contacts.phraseIsNotSet';
  return (
    <div className={classes.phrase}>
      <TextField
        dense
        label={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        placeholder={text(state)}
        value={value ?? ''}
        error={error}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? undefined : currentTarget.value)
        }
      />
      {isSet && (
        <Button onClick={() => onChange(value === null ? undefined : null)}>
          {text(value === null ? 'contacts.keepPhrase' : 'contacts.removePhrase')}
        </Button>
      )}
    </div>
  );
}
