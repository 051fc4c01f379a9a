import { TextField, type TextFieldProps } from '../field/text-field.tsx';

/** Masks of what is typed: `9` stands for a digit, `*` for a letter or digit, anything else for itself. */

const isSlot = (sign: string) => sign === '9' || sign === '*';

/**
 * Lays what was typed into a mask: `typeInMask('60311280', '99999-999')` → `60311-280`. Signs of the mask that were typed
 * are skipped, what fits no place is dropped, and a half-typed text is masked as far as it goes.
 */
export function typeInMask(typed: string, mask: string): string {
  const letters = mask.includes('*') ? /[\da-z]/i : /\d/;
  const given = [...typed].filter((sign) => letters.test(sign));
  let written = '';
  let next = 0;
  for (const sign of mask) {
    if (next >= given.length) break;
    if (!isSlot(sign)) {
      written += sign;
      continue;
    }
    while (next < given.length && !fits(given[next] ?? '', sign)) next += 1;
    if (next >= given.length) break;
    written += given[next]?.toUpperCase() ?? '';
    next += 1;
  }
  return written;
}

const fits = (sign: string, slot: string) => (slot === '9' ? /\d/ : /[\da-z]/i).test(sign);

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
