import { failureText } from '../../lib/texts/failure-text.ts';
import type { Text } from '../../lib/texts/texts.ts';

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
export function securityFailure(error: unknown, text: Text): string {
  if (error instanceof Error && ofBrowser.has(error.name)) {
    return text(error.name === 'InvalidStateError' ? 'security.passkeyKnown' : 'security.passkeyNotMade');
  }
  return failureText(error, text);
}
