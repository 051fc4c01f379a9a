import { mdiContentCopy } from '@mdi/js';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Dialog, DialogFoot } from '../../ui/window/dialog.tsx';
import classes from './security.module.css';

/** Recovery codes, which are shown this once. */
export function CodesDialog({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) {
  const { text } = useTexts();
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toasts.show('success', text('security.codesCopied')),
      () => toasts.show('failure', text('security.codesNotCopied')),
    );
  return (
    <Dialog opened title={text('security.codesTitle')} closeLabel={text('action.close')} onClose={onClose}>
      <p className={classes.text}>{text('security.codesText')}</p>
      <ul className={classes.codes} aria-label={text('security.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogFoot>
        <Button icon={mdiContentCopy} onClick={() => void copy()}>
          {text('security.codesCopy')}
        </Button>
        <Button kind="primary" onClick={onClose}>
          {text('security.codesKept')}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
