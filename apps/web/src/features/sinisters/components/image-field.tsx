import { mdiClose, mdiImagePlusOutline } from '@mdi/js';
import { useId, useRef, useState } from 'react';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { imageFault, mostImageMegabytes, readImage } from '../attached-image.ts';
import type { ChosenImage } from '../occurrence-form-schema.ts';
import classes from './image-field.module.css';

interface ImageFieldProps {
  readonly image: ChosenImage | undefined;
  readonly onChoose: (image: ChosenImage | undefined) => void;
  /** Why the server did not take it. */
  readonly refusal: string | undefined;
}

/** An image of what happened: which kinds and how large is said before, and what was chosen is shown (SIN-09). */
export function ImageField({ image, onChoose, refusal }: ImageFieldProps) {
  const { text } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const labelId = useId();
  const [fault, setFault] = useState<TextKey>();
  const most = mostImageMegabytes;

  const take = async (file: File | undefined) => {
    if (!file) return;
    const found = imageFault(file);
    setFault(found);
    if (found) return onChoose(undefined);
    try {
      onChoose(await readImage(file));
    } catch (reason) {
      console.error('The image cannot be shown', reason);
      onChoose(undefined);
      setFault('occurrence.imageDamaged');
    }
  };
  const problem = fault ? text(fault, { most }) : refusal;

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would lie in the form's own
    <div className={classes.field} role="group" aria-labelledby={labelId}>
      <span id={labelId} className={classes.label}>
        {text('occurrence.image')}
      </span>
      {image && (
        <div className={classes.chosen}>
          <img className={classes.preview} src={image.dataUrl} alt={text('occurrence.imagePreview')} />
          <span className={classes.name} title={image.name} dir="auto">
            {image.name}
          </span>
          <IconButton
            size={28}
            name={text('occurrence.imageRemove')}
            icon={mdiClose}
            onClick={() => onChoose(undefined)}
          />
        </div>
      )}
      <Button icon={mdiImagePlusOutline} onClick={() => input.current?.click()}>
        {text(image ? 'occurrence.imageOther' : 'occurrence.imageChoose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg"
        aria-label={text('occurrence.imageChoose')}
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0]);
          // else the same file, mended, would be no change
          currentTarget.value = '';
        }}
      />
      <span className={classes.hint}>{text('occurrence.imageHint', { most })}</span>
      {problem && (
        <span role="alert" className={classes.fault}>
          {problem}
        </span>
      )}
    </div>
  );
}
