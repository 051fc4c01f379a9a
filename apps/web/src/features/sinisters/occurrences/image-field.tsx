import { largestOccurrenceImageBytes, occurrenceImageTypes } from '@atalaia/contract/sinisters/occurrence';
import { mdiClose, mdiImagePlusOutline } from '@mdi/js';
import { useId, useRef, useState } from 'react';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import type { ChosenImage } from '../sinister-forms.ts';
import classes from './image-field.module.css';

/** Megabytes, as its hint says them. */
const mostImageMegabytes = largestOccurrenceImageBytes / 1024 / 1024;

/** What keeps a file from being attached, by its kind and size; undefined for nothing. */
export function imageFault({ type, size }: Pick<File, 'type' | 'size'>): TextKey | undefined {
  if (!(occurrenceImageTypes as readonly string[]).includes(type)) return 'occurrence.imageKind';
  return size > largestOccurrenceImageBytes ? 'occurrence.imageSize' : undefined;
}

/** The file as it is sent: a data URL, and the ending of its name (SIN-09). Rejects for what the browser cannot show. */
async function readImage(file: File): Promise<ChosenImage> {
  (await createImageBitmap(file)).close();
  const dataUrl = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsDataURL(file);
  });
  return { name: file.name, ext: endingOf(file), dataUrl };
}

function endingOf({ name, type }: Pick<File, 'name' | 'type'>): string {
  const [, ending] = /\.([a-z0-9]{1,8})$/i.exec(name) ?? [];
  return ending?.toLowerCase() ?? (type === 'image/png' ? 'png' : 'jpg');
}

interface ImageFieldProps {
  readonly image: ChosenImage | undefined;
  readonly onChoose: (image: ChosenImage | undefined) => void;
  /** Why the server did not take it. */
  readonly refusal: string | undefined;
}

/** An image of what happened: which kinds and how large is shown before, and what was chosen is shown (SIN-09). */
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
