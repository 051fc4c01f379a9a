import type { RecoveryCodes, SecondFactor, TotpSecret } from '@atalaia/contract/accounts/second-factor';
import { mdiCellphoneKey, mdiContentCopy, mdiDeleteOutline, mdiFingerprint, mdiKeyOutline } from '@mdi/js';
import { useMemo, useState } from 'react';
import { renderSVG } from 'uqr';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { Refusal } from '../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { TextField } from '../../ui/field/text-field.tsx';
import { Pill } from '../../ui/layout/pill.tsx';
import { Dialog, DialogFoot } from '../../ui/window/dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import classes from './security.module.css';
import {
  addPasskey,
  beginTotp,
  confirmTotp,
  removePasskey,
  removeTotp,
  renewCodes,
  useChanged,
} from './use-security.ts';

interface TotpDialogProps {
  readonly made: TotpSecret;
  readonly onDone: (codes: RecoveryCodes) => void;
  readonly onClose: () => void;
}

/** The secret as a picture and as letters, and the first code that proves that the app has it. */
function TotpDialog({ made, onDone, onClose }: TotpDialogProps) {
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

/** Recovery codes, which are shown this once. */
function CodesDialog({
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

type Open =
  | { readonly kind: 'begin' | 'remove' | 'renew' | 'add' }
  | { readonly kind: 'secret'; readonly made: TotpSecret }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'removePasskey'; readonly id: number; readonly name: string };

/** The app for codes with its recovery codes, and passkeys by their names (IDP-01). */
export function FactorParts({ state }: { readonly state: SecondFactor }) {
  const { text } = useTexts();
  const [open, setOpen] = useState<Open | null>(null);
  const changed = useChanged();
  const hasAny = state.totp || state.passkeys.length > 0;
  const close = () => setOpen(null);
  /** New codes are shown before anything else goes on. */
  const settle = ({ recoveryCodes }: RecoveryCodes) => {
    if (recoveryCodes) setOpen({ kind: 'codes', codes: recoveryCodes });
    else finish(true);
  };
  const finish = (isSetUp: boolean) => {
    close();
    changed(isSetUp);
  };
  return (
    <>
      <section className={classes.part} aria-label={text('security.totp')}>
        <h2 className={classes.title}>{text('security.totp')}</h2>
        <div className={classes.state}>
          <Pill tone={state.totp ? 'online' : 'unknown'}>
            {text(state.totp ? 'security.on' : 'security.off')}
          </Pill>
          {state.isRequired && <Pill tone="alarm">{text('security.required')}</Pill>}
        </div>
        <p className={classes.text}>{text('security.totpText')}</p>
        <div>
          {state.totp ? (
            <Button kind="danger" onClick={() => setOpen({ kind: 'remove' })}>
              {text('security.totpRemove')}
            </Button>
          ) : (
            <Button icon={mdiCellphoneKey} onClick={() => setOpen({ kind: 'begin' })}>
              {text('security.totpBegin')}
            </Button>
          )}
        </div>
        {hasAny && (
          <>
            <p className={classes.text}>{text('security.codesLeft', { count: state.recoveryCodes })}</p>
            <div>
              <Button icon={mdiKeyOutline} onClick={() => setOpen({ kind: 'renew' })}>
                {text('security.codesRenew')}
              </Button>
            </div>
          </>
        )}
      </section>
      <section className={classes.part} aria-label={text('security.passkeys')}>
        <h2 className={classes.title}>{text('security.passkeys')}</h2>
        <p className={classes.text}>{text('security.passkeysText')}</p>
        {state.passkeys.length > 0 && (
          <PasskeyList state={state} onRemove={(one) => setOpen({ kind: 'removePasskey', ...one })} />
        )}
        <div>
          <Button icon={mdiFingerprint} onClick={() => setOpen({ kind: 'add' })}>
            {text('security.passkeyAdd')}
          </Button>
        </div>
      </section>
      {open && (
        <Windows
          open={open}
          onSecret={(made) => setOpen({ kind: 'secret', made })}
          onSettled={settle}
          onFinished={finish}
          onClose={close}
        />
      )}
    </>
  );
}

interface PasskeyListProps {
  readonly state: SecondFactor;
  readonly onRemove: (passkey: { readonly id: number; readonly name: string }) => void;
}

function PasskeyList({ state, onRemove }: PasskeyListProps) {
  const { text } = useTexts();
  const formats = useFormats();
  return (
    <ul className={classes.keys}>
      {state.passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <li key={id}>
          <span>
            <bdi>{name}</bdi>
            <small>
              {lastUsedAt
                ? text('security.passkeyUsed', { time: formats.dateTime(lastUsedAt) })
                : text('security.passkeyMade', { time: formats.dateTime(createdAt) })}
            </small>
          </span>
          <Button icon={mdiDeleteOutline} onClick={() => onRemove({ id, name })}>
            {text('security.passkeyRemove')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface WindowsProps {
  readonly open: Open;
  readonly onSecret: (made: TotpSecret) => void;
  readonly onSettled: (codes: RecoveryCodes) => void;
  readonly onFinished: (isSetUp: boolean) => void;
  readonly onClose: () => void;
}

/** The window of what is being changed. */
function Windows({ open, onSecret, onSettled, onFinished, onClose }: WindowsProps) {
  const { text } = useTexts();
  const say = (words: string) => <p className={classes.text}>{words}</p>;
  const removed = () => {
    toasts.show('success', text('security.removed'));
    onFinished(false);
  };
  switch (open.kind) {
    case 'begin':
      return (
        <ConfirmDialog
          title={text('security.totpBegin')}
          actLabel={text('security.continue')}
          act={(api, { currentPassword }) => beginTotp(api, currentPassword)}
          onDone={onSecret}
          onClose={onClose}
        >
          {say(text('security.othersEnd'))}
        </ConfirmDialog>
      );
    case 'secret':
      return <TotpDialog made={open.made} onDone={onSettled} onClose={onClose} />;
    case 'codes':
      return <CodesDialog codes={open.codes} onClose={() => onFinished(true)} />;
    case 'renew':
      return (
        <ConfirmDialog
          title={text('security.codesRenew')}
          actLabel={text('security.codesRenew')}
          act={(api, { currentPassword }) => renewCodes(api, currentPassword)}
          onDone={onSettled}
          onClose={onClose}
        >
          {say(text('security.codesRenewText'))}
        </ConfirmDialog>
      );
    case 'remove':
      return (
        <ConfirmDialog
          danger
          title={text('security.totpRemove')}
          actLabel={text('security.totpRemove')}
          act={(api, { currentPassword }) => removeTotp(api, currentPassword)}
          onDone={removed}
          onClose={onClose}
        >
          {say(text('security.totpRemoveText'))}
        </ConfirmDialog>
      );
    case 'add':
      return (
        <ConfirmDialog
          title={text('security.passkeyAdd')}
          actLabel={text('security.continue')}
          nameLabel={text('security.passkeyName')}
          act={addPasskey}
          onDone={onSettled}
          onClose={onClose}
        >
          {say(text('security.passkeyAddText'))}
        </ConfirmDialog>
      );
    case 'removePasskey':
      return (
        <ConfirmDialog
          danger
          title={text('security.passkeyRemove')}
          actLabel={text('security.passkeyRemove')}
          act={(api, { currentPassword }) => removePasskey(api, open.id, currentPassword)}
          onDone={removed}
          onClose={onClose}
        >
          {say(text('security.passkeyRemoveText', { name: open.name }))}
        </ConfirmDialog>
      );
  }
}
