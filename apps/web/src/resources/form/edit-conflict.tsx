import { mdiAccountMultipleOutline } from '@mdi/js';
import { useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useFormContext } from 'react-hook-form';
import { ChoiceRow } from '../../ui/field/choice-row.tsx';
import { Icon } from '../../ui/icon.tsx';
import classes from './edit-conflict.module.css';
import type { FormContext, FormField, FormSection } from './form-definition.ts';

interface EditConflictProps<Row, Values extends FieldValues> {
  readonly differences: readonly Differing[];
  readonly sections: readonly FormSection<Row, Values>[];
  readonly context: FormContext;
}

/** What somebody else saved meanwhile, beside what this person typed: he chooses field by field, and saves again. */
export function EditConflict<Row, Values extends FieldValues>({
  differences,
  sections,
  context,
}: EditConflictProps<Row, Values>) {
  const { text } = context;
  const fields = sections.flatMap((section) => section.fields.map((field) => ({ field, section })));
  // several mails have a subject each
  const labelOf = ({ field, section }: (typeof fields)[number]) =>
    fields.filter((one) => one.field.label === field.label).length > 1
      ? `${text(section.title)} · ${text(field.label)}`
      : text(field.label);
  const { setValue, watch } = useFormContext();
  const panel = useRef<HTMLElement>(null);
  // whoever saved far down the form sees why nothing was saved
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conflict
  useEffect(() => panel.current?.scrollIntoView({ block: 'start' }), [differences]);
  return (
    <section ref={panel} className={classes.panel} role="alert" aria-label={text('conflict.title')}>
      <h3 className={classes.title}>
        <Icon path={mdiAccountMultipleOutline} size={18} />
        {text('conflict.title')}
      </h3>
      <p className={classes.note}>{text(differences.length > 0 ? 'conflict.choose' : 'conflict.nothing')}</p>
      {differences.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{text('conflict.field')}</th>
              <th scope="col">{text('conflict.mine')}</th>
              <th scope="col">{text('conflict.theirs')}</th>
              <th scope="col">{text('conflict.keep')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ name, mine, theirs }) => {
              const found = fields.find(({ field }) => field.name === name);
              if (!found) return null;
              const label = labelOf(found);
              const isTheirs = JSON.stringify(watch(name)) === JSON.stringify(theirs);
              const choose = (value: unknown) =>
                setValue(name, value, { shouldDirty: true, shouldValidate: true });
              return (
                <tr key={name}>
                  <th scope="row">{label}</th>
                  <td data-chosen={!isTheirs || undefined}>
                    <bdi>{shown(mine, found.field, context)}</bdi>
                  </td>
                  <td data-chosen={isTheirs || undefined}>
                    <bdi>{shown(theirs, found.field, context)}</bdi>
                  </td>
                  <td>
                    <ChoiceRow
                      label={label}
                      chosen={isTheirs ? 'theirs' : 'mine'}
                      onChoose={(side) => choose(side === 'mine' ? mine : theirs)}
                      choices={(['mine', 'theirs'] as const).map((side) => ({
                        value: side,
                        name: text(side === 'mine' ? 'conflict.keepMine' : 'conflict.takeTheirs'),
                        content: text(side === 'mine' ? 'conflict.mine' : 'conflict.theirs'),
                      }))}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** A value in words, as its field would show it. */
function shown<Row, Values extends FieldValues>(
  value: unknown,
  field: FormField<Row, Values>,
  context: FormContext,
): string {
  const { text } = context;
  if (field.valueText) return field.valueText(value, context);
  if (typeof value === 'boolean') return text(value ? 'value.yes' : 'value.no');
  if (value === '' || value === null || value === undefined) return text('value.missing');
  if (field.kind === 'password') return '••••';
  const nameOf = (chosen: unknown) =>
    ('options' in field && field.options(context).find((option) => option.value === chosen)?.label) ||
    String(chosen);
  if (Array.isArray(value))
    return value.every((one) => typeof one !== 'object') ? value.map(nameOf).join(', ') : '…';
  return typeof value === 'object' ? '…' : nameOf(value);
}

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
  // what holds other fields is compared by them: its whole would take theirs along
  const single = names.filter((name) => !names.some((other) => other.startsWith(`${name}.`)));
  return single.flatMap((name) => {
    const was = textOf(read(base, name));
    const own = textOf(read(mine, name));
    const other = textOf(read(theirs, name));
    if (other === was || other === own) return [];
    return [{ name, mine: read(mine, name), theirs: read(theirs, name), isContested: own !== was }];
  });
}
