import { type BlockReason, blockReasons } from '@atalaia/contract/block/block';
import { useEffect, useRef } from 'react';
import { useManagementTexts, useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import classes from '../components/command-form.module.css';

interface ReasonChoiceProps {
  readonly chosen: BlockReason | null;
  readonly onChoose: (reason: BlockReason | null) => void;
  /** The list is open from the first: a choice is one click. */
  readonly opensAtOnce?: boolean;
}

/** Why a vehicle is blocked; debt is not among the reasons. It has the focus when the dialog is there. */
export function ReasonChoice({ chosen, onChoose, opensAtOnce = false }: ReasonChoiceProps) {
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
      opensAtOnce={opensAtOnce}
    />
  );
}

interface ReasonFieldProps {
  /** Why it is refused. */
  readonly warning: string;
  readonly reason: string;
  readonly onType: (reason: string) => void;
}

/** Asks why a block that is not safe is meant all the same (CMD-07). */
export function ReasonField({ warning, reason, onType }: ReasonFieldProps) {
  const { text } = useTexts();
  return (
    <>
      <p role="alert" className={classes.warning}>
        {warning}
      </p>
      <TextArea
        label={text('panel.confirmReason')}
        value={reason}
        maxLength={500}
        data-autofocus
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    </>
  );
}
