import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { FileButton } from '@mantine/core';
import { mdiImageOutline, mdiUpload } from '@mdi/js';
import { useEffect, useId, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { CompanyForm } from '../company-form-schema.ts';
import classes from './company-form.module.css';

/** Pixels of both edges (COM-01). */
const logoEdge = 350;

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

/** The current logo or the one that was chosen; an image of another size is shown at once and not taken (COM-01). */
export function LogoField({ isRetained }: { readonly isRetained: boolean }) {
  const { text, textOr } = useTexts();
  const { setError, clearErrors } = useFormContext<CompanyForm>();
  const { field, fieldState } = useController<CompanyForm, 'logo'>({ name: 'logo' });
  const shown = useAddressOf(field.value);
  const id = useId();
  const message = fieldState.error?.message;

  async function choose(file: File | null): Promise<void> {
    if (!file) return;
    const fault = await logoFaultOf(file);
    if (fault) return setError('logo', { message: fault });
    clearErrors('logo');
    field.onChange(file);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would lie in the form's own
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint`}
      className={classes.logo}
    >
      <span id={`${id}-label`} className={classes.label}>
        {text('company.logo')} <span className={classes.star}>*</span>
      </span>
      <div className={classes.frame}>
        {shown ? (
          <img src={shown} width={144} height={144} alt={text('company.logoPreview')} />
        ) : (
          <Icon path={mdiImageOutline} size={48} />
        )}
      </div>
      <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void choose(file)}>
        {({ onClick }) => (
          <Button icon={mdiUpload} onClick={onClick}>
            {text('company.logoChoose')}
          </Button>
        )}
      </FileButton>
      {message && (
        <p role="alert" className={classes.fault}>
          {textOr(message, message)}
        </p>
      )}
      <p id={`${id}-hint`} className={classes.hint}>
        {text('company.logoHint')} {isRetained && text('company.logoKept')}
      </p>
    </div>
  );
}

/** Where an image is shown from: its own address, or one in this page for a file. */
function useAddressOf(logo: CompanyForm['logo']): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!(logo instanceof File)) return setAddress(logo || undefined);
    const made = URL.createObjectURL(logo);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [logo]);
  return address;
}
