import { useTexts } from '../../../lib/texts/texts-context.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import classes from './command-form.module.css';

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
