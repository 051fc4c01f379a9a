import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { AttributeLabels } from '../../lib/attributes/attribute-labels.ts';
import {
  type AttributePair,
  type KnownAttribute,
  type PairFaults,
  pairTypes,
  renamed,
  retyped,
  valued,
} from '../../lib/attributes/attribute-pairs.ts';
import { Button } from '../button/button.tsx';
import { SelectField } from '../field/select-field.tsx';
import { SuggestField } from '../field/suggest-field.tsx';
import { TextField } from '../field/text-field.tsx';
import classes from './attributes-editor.module.css';

interface PairFormProps {
  readonly labels: AttributeLabels;
  readonly pair: AttributePair;
  readonly known: readonly KnownAttribute[];
  /** Those of the known ones that no other pair has. */
  readonly offered: readonly KnownAttribute[];
  readonly takesFocus: boolean;
  readonly faults: PairFaults;
  readonly onChange: (pair: AttributePair) => void;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** The pair being typed. It is within a form and is none itself: Enter and Escape are its own while it has the focus. */
export function PairForm({
  labels,
  pair,
  known,
  offered,
  takesFocus,
  faults,
  onChange,
  onDone,
  onCancel,
}: PairFormProps) {
  const part = useRef<HTMLDivElement>(null);
  const name = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useEffect(() => {
    if (!takesFocus) return;
    part.current?.scrollIntoView({ block: 'nearest' });
    name.current?.focus({ preventScroll: true });
  }, []);
  const attribute = known.find((one) => one.name === pair.name.trim());

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const { key, target } = event;
    const isInput = target instanceof HTMLInputElement;
    const isListOpen = isInput && target.getAttribute('aria-expanded') === 'true';
    if (key === 'Escape') {
      event.stopPropagation();
      if (!isListOpen) onCancel();
    }
    if (key === 'Enter' && isInput) {
      const isPicked = event.isDefaultPrevented();
      event.preventDefault();
      if (!isPicked && !isListOpen) onDone();
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields within, as a form's own
    <div ref={part} className={classes.form} onKeyDown={onKeyDown}>
      <SuggestField
        ref={name}
        required
        label={labels.name}
        text={pair.name}
        onType={(typed) => onChange(renamed(pair, typed, known))}
        suggestions={offered.map((one) => ({ value: one.name, label: one.label }))}
        error={faults.name && labels.nameFault[faults.name]}
      />
      <SelectField
        labelled
        label={labels.type}
        options={pairTypes.map((value) => ({ value, label: labels.types[value] }))}
        chosen={pair.type === 'json' ? null : pair.type}
        disabled={attribute !== undefined && attribute.type === pair.type}
        onChoose={(type) => type && onChange(retyped(pair, type))}
      />
      {pair.type === 'boolean' ? (
        <SelectField
          labelled
          label={labels.value}
          options={[
            { value: 'true', label: labels.yes },
            { value: 'false', label: labels.no },
          ]}
          chosen={pair.text === 'true' ? 'true' : 'false'}
          onChoose={(text) => onChange(valued(pair, text ?? 'false'))}
        />
      ) : (
        <TextField
          dense
          required
          label={attribute?.unit ? `${labels.value} (${attribute.unit.sign})` : labels.value}
          inputMode={pair.type === 'number' ? 'decimal' : 'text'}
          type={attribute?.isSecret ? 'password' : 'text'}
          autoComplete={attribute?.isSecret ? 'new-password' : 'off'}
          // the mask is not typed on to
          onFocus={({ currentTarget }) => attribute?.isSecret && currentTarget.select()}
          value={pair.text}
          error={faults.value && labels.valueFault[faults.value]}
          onChange={({ currentTarget }) => onChange(valued(pair, currentTarget.value))}
        />
      )}
      <div className={classes.ends}>
        <Button onClick={onCancel}>{labels.cancel}</Button>
        <Button onClick={onDone}>{labels.done}</Button>
      </div>
    </div>
  );
}
