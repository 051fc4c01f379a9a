/** Two people changed the same thing: what the other did, field by field, beside what this one typed. */

export interface Differing {
  readonly name: string;
  /** As this person's form has it. */
  readonly mine: unknown;
  /** As it is now. */
  readonly theirs: unknown;
  /** This person changed it too, so that one of both is lost unless he chooses. */
  readonly isContested: boolean;
}

/** What a value of a form is, where two are compared: arrays and objects by what they hold. */
const textOf = (value: unknown) => JSON.stringify(value ?? '');

/**
 * The fields that the other changed since this person opened the form and that differ from what he has now.
 * `base` is what the form opened with; `read` finds a field's value by its name.
 */
export function differing(
  names: readonly string[],
  base: unknown,
  mine: unknown,
  theirs: unknown,
  read: (values: unknown, name: string) => unknown,
): readonly Differing[] {
  return names.flatMap((name) => {
    const was = textOf(read(base, name));
    const own = textOf(read(mine, name));
    const other = textOf(read(theirs, name));
    if (other === was || other === own) return [];
    return [{ name, mine: read(mine, name), theirs: read(theirs, name), isContested: own !== was }];
  });
}
