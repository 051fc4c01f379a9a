import { type ReactNode, useState } from 'react';
import type { ApiWriter } from '../../lib/api/api-client.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import type { Text } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { Refusal } from '../../ui/feedback/form-refusal.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Dialog, DialogFoot } from '../../ui/window/dialog.tsx';
import classes from './security.module.css';

interface ConfirmDialogProps<Result> {
  readonly title: string;
  readonly actLabel: string;
  readonly danger?: boolean;
  /** Asks for a name too, as of a passkey. */
  readonly nameLabel?: string;
  readonly act: (api: ApiWriter, given: { currentPassword: string; name: string }) => Promise<Result>;
  readonly onDone: (result: Result) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A change of how one signs in: what will be, and the password that says that it is he. */
export function ConfirmDialog<Result>(props: ConfirmDialogProps<Result>) {
  const { title, actLabel, nameLabel, act, onDone, onClose } = props;
  const { text } = useTexts();
  const [currentPassword, type] = useState('');
  const [name, typeName] = useState('');
  const write = useWrite<Result>({
    ofForm: true,
    write: (api) => act(api, { currentPassword, name: name.trim() }),
    onSuccess: onDone,
  });
  const isReady = currentPassword !== '' && (nameLabel === undefined || name.trim() !== '');
  return (
    <Dialog opened title={title} closeLabel={text('action.close')} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !write.isPending) write.mutate();
        }}
      >
        {props.children}
        {nameLabel !== undefined && (
          <TextField
            label={nameLabel}
            required
            maxLength={100}
            data-autofocus
            value={name}
            onChange={(event) => typeName(event.currentTarget.value)}
          />
        )}
        <PasswordField
          label={text('account.currentPassword')}
          required
          autoComplete="current-password"
          showLabel={text('login.showPassword')}
          hideLabel={text('login.hidePassword')}
          data-autofocus={nameLabel === undefined || undefined}
          value={currentPassword}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {write.isError && <Refusal>{securityFailure(write.error, text)}</Refusal>}
        <DialogFoot>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button
            type="submit"
            kind={props.danger ? 'danger' : 'primary'}
            busy={write.isPending}
            disabled={!isReady}
          >
            {actLabel}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** What the browser says when the person, or the device, makes no passkey: no answer of the server. */
const ofBrowser: ReadonlySet<string> = new Set([
  ...[
    'NotAllowedError',
    'AbortError',
    'InvalidStateError',
    'SecurityError',
    'NotSupportedError',
    'WebAuthnError',
  ],
]);

/** Why a change of how one signs in was not made. */
function securityFailure(error: unknown, text: Text): string {
  if (error instanceof Error && ofBrowser.has(error.name)) {
    return text(error.name === 'InvalidStateError' ? 'security.passkeyKnown' : 'security.passkeyNotMade');
  }
  return failureText(error, text);
}
