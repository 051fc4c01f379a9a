import { mdiFileUploadOutline } from '@mdi/js';
import { type DragEvent, useRef, useState } from 'react';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import classes from './file-drop.module.css';

interface FileDropProps {
  /** Name of the file that was chosen last. */
  readonly chosen: string | undefined;
  readonly disabled: boolean;
  readonly onFile: (file: File) => void;
}

/** Where a file is dropped, or chosen by the button; the same one may be chosen again. */
export function FileDrop({ chosen, disabled, onFile }: FileDropProps) {
  const { text } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !disabled) onFile(file);
  };
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is && !disabled);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shorter way to what its button does
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        take(event.dataTransfer.files);
      }}
    >
      <span className={classes.name} dir="auto">
        {chosen ?? text('import.drop')}
      </span>
      <Button icon={mdiFileUploadOutline} disabled={disabled} onClick={() => input.current?.click()}>
        {text(chosen === undefined ? 'import.choose' : 'import.chooseOther')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.csv"
        aria-label={text('import.choose')}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // else the same file, mended, would be no change
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
