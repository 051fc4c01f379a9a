import { type BlockReason, blockReasons } from '@atalaia/contract/block/block';
import { useEffect, useRef } from 'react';
import { useManagementTexts, useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';

interface ReasonChoiceProps {
  readonly chosen: BlockReason | null;
  readonly onChoose: (reason: BlockReason | null) => void;
}

/** Why a vehicle is blocked; debt is not among the reasons. It has the focus when the dialog is there. */
export function ReasonChoice({ chosen, onChoose }: ReasonChoiceProps) {
  useManagementTexts();
  const { text } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  // the window looks for what is marked as it opens; a form that comes later takes the focus itself
  useEffect(() => {
    field.current?.setAttribute('data-autofocus', '');
    field.current?.focus();
  }, []);
  return (
    <SelectField
      ref={field}
      labelled
      required
      label={text('block.reason')}
      placeholder={text('block.reasonRequired')}
      options={blockReasons.map((value) => ({ value, label: text(`blockReason.${value}`) }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
