import type { User } from '@atalaia/contract/accounts/user';
import { Controller, useFormContext } from 'react-hook-form';
import { phoneMask } from '../../../lib/formats/phone-mask.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { PasswordField } from '../../../ui/field/password-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { MaskedField } from '../../../ui/form/masked-field.tsx';
import { type AccountForm, changesSignIn } from '../account-form-schema.ts';
import classes from './account-form.module.css';

/** Who the person is and how he signs in. */
export function PersonalFields({ person }: { readonly person: User }) {
  const { text, textOr } = useTexts();
  const { control, register, formState, watch } = useFormContext<AccountForm>();
  const errorOf = (field: keyof AccountForm) => {
    const message = formState.errors[field]?.message;
    return message && textOr(message, message);
  };
  return (
    <fieldset className={classes.group} disabled={person.readonly}>
      <legend className={classes.legend}>{text('account.personal')}</legend>
      {person.readonly && <p className={classes.note}>{text('apiError.account-readonly')}</p>}
      <TextField
        dense
        required
        label={text('user.name')}
        autoComplete="name"
        error={errorOf('name')}
        data-autofocus
        {...register('name')}
      />
      <TextField
        dense
        readOnly
        label={text('user.email')}
        description={text('account.emailFixed')}
        value={person.email}
      />
      <TextField
        dense
        label={text('user.login')}
        autoComplete="username"
        error={errorOf('login')}
        {...register('login')}
      />
      <Controller
        control={control}
        name="phone"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <MaskedField
            ref={ref}
            type="tel"
            mask={phoneMask.show}
            label={text('user.phone')}
            placeholder="(99) 99999-9999"
            autoComplete="tel"
            error={errorOf('phone')}
            text={value}
            onType={onChange}
            onBlur={onBlur}
          />
        )}
      />
      <PasswordField
        dense
        label={text('account.newPassword')}
        description={text('user.passwordKept')}
        autoComplete="new-password"
        showLabel={text('login.showPassword')}
        hideLabel={text('login.hidePassword')}
        error={errorOf('password')}
        {...register('password')}
      />
      {changesSignIn(person, { password: watch('password'), login: watch('login') }) && (
        <PasswordField
          dense
          required
          label={text('account.currentPassword')}
          description={text('account.currentPasswordHint')}
          autoComplete="current-password"
          showLabel={text('login.showPassword')}
          hideLabel={text('login.hidePassword')}
          error={errorOf('currentPassword')}
          {...register('currentPassword')}
        />
      )}
    </fieldset>
  );
}
