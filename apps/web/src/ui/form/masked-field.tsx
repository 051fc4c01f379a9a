import { TextField, type TextFieldProps } from '../field/text-field.tsx';
import { typeInMask } from './type-in-mask.ts';

interface MaskedFieldProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  /** A pattern as `typeInMask` reads it, or a way of its own to lay out what was typed. */
  readonly mask: string | ((typed: string) => string);
  readonly text: string;
  readonly onType: (text: string) => void;
}

/** A text that is laid into its mask while it is typed. */
export function MaskedField({ mask, text, onType, ...field }: MaskedFieldProps) {
  return (
    <TextField
      dense
      {...field}
      value={typeof mask === 'string' ? text : mask(text)}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value;
        const isErasing = typed.length < text.length;
        onType(isErasing ? typed : layOut(typed, mask));
      }}
    />
  );
}

const layOut = (typed: string, mask: MaskedFieldProps['mask']) =>
  typeof mask === 'string' ? typeInMask(typed, mask) : mask(typed);
