import type { User } from '@atalaia/contract/accounts/user';
import { Controller, useFormContext } from 'react-hook-form';
import { attributeLabels } from '../../../lib/attributes/attribute-labels.ts';
import { knownAttributes } from '../../../lib/attributes/known-attributes.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { AttributesEditor } from '../../../ui/form/attributes-editor.tsx';
import { type AccountForm, attributesElsewhere } from '../account-form-schema.ts';
import classes from './account-form.module.css';

/** None of a user's attributes is a speed. */
const noSpeed = { sign: '', factor: 1 };

/** The person's other attributes: a list, and a form in the place of the one that is changed (USR-02). */
export function AccountAttributes({ person }: { readonly person: User }) {
  const { text } = useTexts();
  const { control } = useFormContext<AccountForm>();
  const elsewhere = attributesElsewhere(person);
  const known = knownAttributes('user', text, noSpeed).filter(({ name }) => !elsewhere.has(name));
  return (
    <section className={classes.group} aria-label={text('account.attributes')}>
      <h2 className={classes.legend}>{text('account.attributes')}</h2>
      <Controller
        control={control}
        name="attributes"
        render={({ field, formState }) => (
          <AttributesEditor
            label={text('account.attributes')}
            labels={attributeLabels(text)}
            pairs={field.value}
            onChange={field.onChange}
            known={known}
            elsewhere={elsewhere}
            attempts={formState.submitCount}
            readOnly={person.readonly}
          />
        )}
      />
    </section>
  );
}
