import {
  type Company,
  type CompanyMail,
  type CompanyMailText,
  uploadedLogoSchema,
} from '@atalaia/contract/accounts/company';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { FileButton } from '@mantine/core';
import { mdiEmailFastOutline, mdiImageOutline, mdiUpload } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { ApiWriter } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import type { Text } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { Button } from '../../ui/button/button.tsx';
import { ColourField } from '../../ui/form/colour-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { applyBrand, isBrandColour } from '../../ui/theme/theme-store.ts';
import classes from './company-fields.module.css';
import { hostCompanyKey } from './use-company.ts';

/** Pixels of both edges (COM-01). */
const logoEdge = 350;

/** The value of the field while its image is on its way: no address, and not saved. */
export const uploadingLogo = 'uploading';

/** Why an image is refused as logo; undefined for one that may be uploaded. */
async function logoFaultOf(file: File): Promise<PhraseKey | undefined> {
  let image: ImageBitmap;
  try {
    image = await createImageBitmap(file);
  } catch {
    return 'company.logoType'; // No image, or of a kind that the browser does not draw.
  }
  const { width, height } = image;
  image.close();
  return width === logoEdge && height === logoEdge ? undefined : 'company.logoSize';
}

/** Uploads an image of 350 × 350; answers its address, under which it waits for a company that takes it. */
async function uploadLogo(api: ApiWriter, file: File): Promise<string> {
  const parts = new FormData();
  parts.set('name', file.name);
  parts.set('file', file);
  const path = 'company/configurations/upload';
  return (await api.json({ method: 'POST', path, parts }, uploadedLogoSchema)).logoUrl;
}

/** The current image or the one that was chosen; one of another size is told at once and not taken (COM-01). */
export function LogoField({ name, label, required, readOnly }: CustomFieldProps<Company>) {
  const { text, textOr } = useTexts();
  const { setError, clearErrors } = useFormContext();
  const { field, fieldState } = useController({ name });
  const shown = field.value === uploadingLogo ? '' : String(field.value);
  const forgetFile = useRef<() => void>(null);
  const id = useId();
  const message = fieldState.error?.message;
  /** As it was before the image that is on its way. */
  const before = useRef('');
  const upload = useWrite({
    ofForm: true,
    write: uploadLogo,
    onSuccess: (url) => field.onChange(url),
    onError(error) {
      field.onChange(before.current);
      setError(name, { message: `${text('company.logoFailed')} ${failureText(error, text)}` });
    },
  });

  async function choose(file: File | null): Promise<void> {
    if (!file) return;
    // the browser tells of the same file only once
    forgetFile.current?.();
    const fault = await logoFaultOf(file);
    if (fault) return setError(name, { message: fault });
    clearErrors(name);
    // nothing is saved without it
    if (field.value !== uploadingLogo) before.current = String(field.value);
    field.onChange(uploadingLogo);
    upload.mutate(file);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would lie in the form's own
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint`}
      className={classes.logo}
    >
      <div className={classes.frame}>
        {shown ? (
          <img src={shown} width={80} height={80} alt={label} />
        ) : (
          <Icon path={mdiImageOutline} size={32} />
        )}
      </div>
      <div className={classes.beside}>
        <span id={`${id}-label`} className={classes.label}>
          {label} {required && <span className={classes.star}>*</span>}
        </span>
        <p id={`${id}-hint`} className={classes.hint}>
          {text(name === 'logoUrl' ? 'company.logoHint' : 'company.faviconHint')}
        </p>
        <div className={classes.acts}>
          <FileButton
            resetRef={forgetFile}
            accept="image/png,image/jpeg,image/webp"
            onChange={(file) => void choose(file)}
          >
            {({ onClick }) => (
              <Button icon={mdiUpload} disabled={readOnly} busy={upload.isPending} onClick={onClick}>
                {text('company.logoChoose')}
              </Button>
            )}
          </FileButton>
          {shown && !required && !readOnly && (
            <Button onClick={() => field.onChange('')}>{text('company.logoRemove')}</Button>
          )}
        </div>
        {message && (
          <p role="alert" className={classes.fault}>
            {textOr(message, message)}
          </p>
        )}
      </div>
    </div>
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

export function ThemeField({ name, label, required, readOnly }: CustomFieldProps<Company>) {
  const { text, textOr } = useTexts();
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController({ name });
  useBrandPreview(value);
  return (
    <ColourField
      ref={ref}
      required={required}
      readOnly={readOnly}
      label={label}
      description={text('company.themeHint')}
      chooseLabel={`${text('action.choose')}: ${label}`}
      error={error?.message && textOr(error.message, error.message)}
      text={value}
      onType={onChange}
      onBlur={onBlur}
    />
  );
}

/** What of the form a trial is made of, '' for what is the installation's. */
interface TriedValues {
  readonly mailTexts: Readonly<Record<CompanyMail, CompanyMailText>>;
  readonly senderName: string;
  readonly senderAddress: string;
  readonly replyTo: string;
}

/** Sends the person what is typed of this mail, as it would look to whom it is for; what is wrong is told here. */
export function MailTrial({ name, row }: CustomFieldProps<Company>) {
  const { text } = useTexts();
  const session = useSession();
  const { getValues, trigger } = useFormContext<TriedValues>();
  const mail = name.replace(/^mailTexts\./, '') as CompanyMail;
  const trial = useWrite({
    ofForm: true,
    write(api) {
      const { mailTexts, senderName, senderAddress, replyTo } = getValues();
      const json = {
        ...mailTexts[mail],
        mail,
        senderName: senderName || null,
        senderAddress: senderAddress || null,
        replyTo: replyTo || null,
      };
      return api.send({ method: 'POST', path: `companies/${row?.id}/mail-trial`, json });
    },
  });
  const tryIt = async () => {
    const isRight = await trigger(
      [`mailTexts.${mail}.subject`, `mailTexts.${mail}.body`, 'senderName', 'senderAddress', 'replyTo'],
      { shouldFocus: true },
    );
    if (isRight) trial.mutate();
  };
  if (!row) return <p className={classes.hint}>{text('company.trySaved')}</p>;
  const email = session.phase === 'signed-in' ? session.email : '';
  return (
    <div className={classes.trial}>
      <Button icon={mdiEmailFastOutline} busy={trial.isPending} onClick={() => void tryIt()}>
        {text('company.try')}
      </Button>
      <p className={trial.error ? classes.fault : classes.hint} role="status">
        {trial.error && trialFault(trial.error, text)}
        {trial.isSuccess && text('company.trySent', { email })}
        {trial.isIdle && text('company.tryHint')}
      </p>
    </div>
  );
}

/** The mail server's own words, and where to go with them. */
function trialFault(error: Error, text: Text): string {
  const isOf = (code: string) => error instanceof ApiError && error.code === code;
  if (isOf('channel-not-set-up')) return text('company.tryNoServer');
  const reason = error instanceof ApiError ? error.details?.reason : undefined;
  if (isOf('delivery-failed') && typeof reason === 'string') return text('company.tryFailed', { reason });
  return failureText(error, text);
}
