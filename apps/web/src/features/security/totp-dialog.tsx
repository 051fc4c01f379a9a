import type { RecoveryCodes, TotpSecret } from '@atalaia/contract/accounts/second-factor';
import { useMemo, useState } from 'react';
import { renderSVG } from 'uqr';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { Refusal } from '../../ui/feedback/form-refusal.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Dialog, DialogFoot } from '../../ui/window/dialog.tsx';
import classes from './security.module.css';
import { confirmTotp } from './use-security.ts';

interface TotpDialogProps {
  readonly made: TotpSecret;
  readonly onDone: (codes: RecoveryCodes) => void;
  readonly onClose: () => void;
}

/** The secret as a picture and as letters, and the first code that proves that the app has it. */
export function TotpDialog({ made, onDone, onClose }: TotpDialogProps) {
  const { text } = useTexts();
  const [code, type] = useState('');
  const picture = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSVG(made.uri))}`, [made.uri]);
  const write = useWrite({ ofForm: true, write: (api) => confirmTotp(api, code), onSuccess: onDone });
  const isWrong = write.error instanceof ApiError && write.error.code === 'invalid-input';
  return (
    <Dialog opened title={text('security.totpTitle')} closeLabel={text('action.close')} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!write.isPending) write.mutate();
        }}
      >
        <p className={classes.text}>{text('security.totpScan')}</p>
        <div className={classes.qr}>
          <img src={picture} width="168" height="168" alt={text('security.totpPicture')} />
        </div>
        <p className={classes.text}>{text('security.totpType')}</p>
        <code className={classes.secret}>{made.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        <TextField
          label={text('security.totpCode')}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          data-autofocus
          value={code}
          error={isWrong ? text('security.totpWrong') : undefined}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {write.isError && !isWrong && <Refusal>{failureText(write.error, text)}</Refusal>}
        <DialogFoot>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            busy={write.isPending}
            disabled={!/^\d{3} ?\d{3}$/.test(code.trim())}
          >
            {text('security.totpConfirm')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
