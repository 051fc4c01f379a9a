import {
  type CompanyConfiguration,
  companyConfigurationSchema,
  uploadedLogoSchema,
} from '@atalaia/contract/accounts/company';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Controller, FormProvider, useForm, useWatch } from 'react-hook-form';
import type { ApiWriter } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { focusFault } from '../../../lib/keys/first-at-fault.ts';
import { useKeys } from '../../../lib/keys/use-keys.ts';
import { useLeaveQuestion } from '../../../lib/leaving/use-leave-question.ts';
import { refusalMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { BusyOverlay } from '../../../ui/feedback/spinner.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { TextField } from '../../../ui/field/text-field.tsx';
import { ColourField } from '../../../ui/form/colour-field.tsx';
import { applyBrand, isBrandColour } from '../../../ui/theme/theme-store.ts';
import { Question } from '../../../ui/window/question.tsx';
import {
  companyFormSchema,
  defaultTheme,
  type CompanyForm as Form,
  formOf,
  inputOf,
} from '../company-form-schema.ts';
import { forgetCompany, hostCompanyKey } from '../use-company.ts';
import classes from './company-form.module.css';
import { LogoField } from './logo-field.tsx';

/** The image was not taken; `cause` says why. */
class LogoRefused extends Error {
  override readonly name = 'LogoRefused';
}

/** Saves a configuration, its new logo first; the interface wears it at once where it is this host's. */
function useSaveCompany(stored: CompanyConfiguration | undefined, onSaved: () => void) {
  const queries = useQueryClient();
  const { text } = useTexts();
  return useWrite({
    ofForm: true,
    async write(api, form: Form) {
      const { logo } = form;
      const logoUrl =
        logo instanceof File
          ? await uploadLogo(api, logo).catch((cause: unknown) => {
              throw new LogoRefused('the logo was not taken', { cause });
            })
          : undefined;
      return saveCompany(api, stored, form, logoUrl);
    },
    async onSuccess() {
      forgetCompany();
      await queries.invalidateQueries({ queryKey: ['companies'] });
      await queries.refetchQueries({ queryKey: hostCompanyKey() });
      toasts.show('success', text(stored ? 'saved.updated' : 'saved.created'));
      onSaved();
    },
  });
}

/** Uploads an image of 350 × 350; answers its address, under which it waits for a configuration that takes it. */
async function uploadLogo(api: ApiWriter, file: File): Promise<string> {
  const parts = new FormData();
  parts.set('name', file.name);
  parts.set('file', file);
  const path = 'company/configurations/upload';
  return (await api.json({ method: 'POST', path, parts }, uploadedLogoSchema)).logoUrl;
}

/** Makes a configuration, or changes the existing one: without a new logo its old one stays. */
function saveCompany(
  api: ApiWriter,
  stored: CompanyConfiguration | undefined,
  form: Form,
  logoUrl: string | undefined,
): Promise<CompanyConfiguration> {
  const input = inputOf(form, logoUrl);
  const path = 'company/configurations';
  return stored
    ? api.json(
        {
          method: 'PUT',
          path: `${path}/${encodeURIComponent(stored.label)}`,
          json: { ...input, id: stored.id },
        },
        companyConfigurationSchema,
      )
    : api.json({ method: 'POST', path, json: input }, companyConfigurationSchema);
}

interface CompanyFormProps {
  /** Undefined for a new one. */
  readonly stored: CompanyConfiguration | undefined;
  readonly hostLabel: string | undefined;
  readonly onSaved: () => void;
  /** Unsaved text asks first. */
  readonly onBack: () => void;
}

const texts = [
  ['label', 'company.label', 'company.labelHint'],
  ['name', 'company.name', 'company.nameHint'],
  ['androidAppUrl', 'company.androidAppUrl', undefined],
  ['iosAppUrl', 'company.iosAppUrl', undefined],
] as const;

/** How a company looks: its label, its colour, which the whole interface shows at once, its apps and its logo (COM-01). */
export function CompanyForm({ stored, hostLabel, onSaved, onBack }: CompanyFormProps) {
  const { text, textOr } = useTexts();
  const part = useRef<HTMLFormElement>(null);
  const form = useForm<Form>({
    resolver: zodResolver(companyFormSchema),
    shouldFocusError: false,
    defaultValues: formOf(stored, hostLabel),
  });
  const { control, register, setError, formState } = form;
  useBrandPreview(useWatch({ control, name: 'theme' }));
  const leave = useLeaveQuestion(formState.isDirty);
  const save = useSaveCompany(stored, () => {
    leave.release();
    onSaved();
  });
  const submit = form.handleSubmit(
    (values) =>
      save.mutate(values, {
        onError(error) {
          if (error instanceof LogoRefused) setError('logo', { message: 'company.logoFailed' });
          if (error instanceof ApiError && error.code === 'duplicate-label') {
            setError('label', { message: 'apiError.duplicate-label' }, { shouldFocus: true });
          }
        },
      }),
    focusFault,
  );
  useKeys(part, [
    { key: 'F8', inFields: true, act: () => !save.isPending && void submit() },
    { key: 'Escape', inFields: true, act: onBack },
  ]);
  const faultOf = (name: keyof Form) => {
    const message = formState.errors[name]?.message;
    return message && textOr(message, message);
  };

  return (
    <FormProvider {...form}>
      <form ref={part} className={classes.form} noValidate onSubmit={submit} data-holds-escape>
        <div className={classes.columns}>
          <div className={classes.fields}>
            {texts.map(([name, label, hint]) => (
              <TextField
                key={name}
                dense
                required={name !== 'name'}
                label={text(label)}
                description={hint && text(hint)}
                inputMode={name === 'label' || name === 'name' ? 'text' : 'url'}
                autoComplete="off"
                spellCheck={false}
                error={faultOf(name)}
                {...register(name)}
              />
            ))}
            <Controller
              control={control}
              name="theme"
              render={({ field: { ref, value, onChange, onBlur } }) => (
                <ColourField
                  ref={ref}
                  required
                  label={text('company.theme')}
                  description={text('company.themeHint')}
                  chooseLabel={`${text('action.choose')}: ${text('company.theme')}`}
                  unset={defaultTheme}
                  error={faultOf('theme')}
                  text={value}
                  onType={onChange}
                  onBlur={onBlur}
                />
              )}
            />
          </div>
          <LogoField isRetained={Boolean(stored?.logoUrl)} />
        </div>
        <footer className={classes.foot}>
          {save.error && (
            <FormRefusal
              {...refusalMessage(save.error instanceof LogoRefused ? save.error.cause : save.error, text)}
            />
          )}
          <Button onClick={onBack}>{text('list.back')}</Button>
          <Button type="submit" kind="primary" disabled={save.isPending}>
            {text(stored ? 'list.update' : 'list.save')}
          </Button>
        </footer>
        {save.isPending && (
          <BusyOverlay
            label={text('list.working')}
            stopLabel={text('form.stopWaiting')}
            onStop={save.giveUp}
          />
        )}
      </form>
      {leave.question && <Question {...leave.question} />}
    </FormProvider>
  );
}

/** Shows the whole interface in a colour while it is chosen; afterwards it is the host's again, as saved by then (UNIT-05). */
function useBrandPreview(colour: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (isBrandColour(colour)) applyBrand(document.documentElement, colour);
  }, [colour]);
  useEffect(
    () => () => {
      const host = queries.getQueryData<{ readonly theme: string }>(hostCompanyKey());
      applyBrand(document.documentElement, host?.theme);
    },
    [queries],
  );
}
