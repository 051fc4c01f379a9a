import type { Ref } from 'react';
import type { Text } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { TextArea } from '../../ui/field/text-area.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import type { ReadDraft } from './area-draft.ts';
import classes from './typed-area.module.css';
import type { AreaDrawing } from './use-area-drawing.ts';

interface TypedAreaProps {
  readonly drawing: AreaDrawing;
  readonly readOnly: boolean;
  /** What gets the focus when the area is refused. */
  readonly inputRef: Ref<HTMLInputElement & HTMLTextAreaElement>;
}

/** The area in numbers: all of the drawing by the keyboard alone. */
export function TypedArea({ drawing, readOnly, inputRef }: TypedAreaProps) {
  const { text } = useTexts();
  const { draft, read, type } = drawing;
  const fault = faultText(read, text);
  const isRadius = read.fault === 'bad-radius';
  if (draft.kind === 'circle') {
    return (
      <div className={classes.circle}>
        <TextField
          dense
          ref={inputRef}
          label={text('geofence.centre')}
          placeholder="-3.731900, -38.526700"
          value={draft.places}
          readOnly={readOnly}
          error={isRadius ? undefined : fault}
          onChange={({ currentTarget }) => type({ places: currentTarget.value })}
        />
        <TextField
          dense
          label={text('geofence.radius')}
          inputMode="decimal"
          placeholder="200"
          value={draft.radius}
          readOnly={readOnly}
          error={isRadius ? fault : undefined}
          onChange={({ currentTarget }) => type({ radius: currentTarget.value })}
        />
      </div>
    );
  }
  return (
    <TextArea
      ref={inputRef}
      label={text('geofence.corners')}
      description={text('geofence.cornersHint')}
      placeholder={'-3.731900, -38.526700\n-3.732400, -38.526700'}
      value={draft.places}
      readOnly={readOnly}
      error={fault}
      onChange={({ currentTarget }) => type({ places: currentTarget.value })}
    />
  );
}

function faultText({ fault, ...where }: ReadDraft, text: Text): string | undefined {
  if (!fault) return undefined;
  const message = text(`areaFault.${fault}`);
  const line = 'line' in where ? where.line : undefined;
  return line === undefined ? message : text('areaFault.atLine', { line, fault: message });
}
