import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import classes from './case-form.module.css';

interface FormFootProps {
  /** Of the button that sends. */
  readonly act: string;
  readonly busy: boolean;
  readonly danger?: boolean;
  /** Why it was not done. */
  readonly failure: string | undefined;
  readonly onCancel: () => void;
}

/** Below the fields of a case's form: what the asterisk means, why it failed, and the two ways on. */
export function FormFoot({ act, busy, danger = false, failure, onCancel }: FormFootProps) {
  const { text } = useTexts();
  return (
    <>
      <p className={classes.note}>{text('form.requiredMark')}</p>
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
      <footer className={classes.buttons}>
        <Button onClick={onCancel}>{text('action.cancel')}</Button>
        <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={busy}>
          {act}
        </Button>
      </footer>
    </>
  );
}
