/** The secrets among a user's attributes on their way into the table: sealed, or the stored ones. */
import { secretAttributes, secretMask, type UserInput } from '@atalaia/contract/accounts/user';
import { fieldRefusal } from '../../errors/app-error.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';

type Attributes = NonNullable<UserInput['attributes']>;
/** The provider's key goes in a header, which carries nothing else. */
const fitsHeader = /^[\u0020-\u007e]*$/;

type Holder = { readonly attributes?: unknown } | undefined;

/**
 * A secret that is sent empty or masked stays the one that `before` holds; one that says the same as his or the caller's
 * is that one, so that giving on what one holds is no change. Left out, it goes. Throws `invalid-input` for one that is
 * no text, and for a key that no header could carry.
 */
export function sealedAttributes(
  secrets: Secrets,
  given: UserInput['attributes'],
  before: Holder,
  caller: Holder,
): Attributes | null | undefined {
  if (!given) return given;
  const attributes = { ...given };
  for (const name of secretAttributes) {
    const value = attributes[name];
    if (value === undefined || value === null) {
      delete attributes[name];
      continue;
    }
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw fieldRefusal('invalid-input', { path: `attributes.${name}`, message: 'must be text' });
    }
    const text = String(value).trim();
    if (text !== secretMask && text.includes(secretMask.charAt(0))) {
      throw fieldRefusal('invalid-input', { path: `attributes.${name}`, message: 'must be typed whole' });
    }
    if (name === 'apiKeySeller' && text !== secretMask && !fitsHeader.test(text)) {
      throw fieldRefusal('invalid-input', {
        path: `attributes.${name}`,
        message: 'must be of plain letters, digits and signs',
      });
    }
    const sealed = sealedFor(
      secrets,
      text,
      [before, caller].map((one) => storedBy(one, name)),
    );
    if (sealed === undefined) delete attributes[name];
    else attributes[name] = sealed;
  }
  return attributes;
}

function sealedFor(
  secrets: Secrets,
  text: string,
  [stored, own]: readonly (string | undefined)[],
): string | undefined {
  if (text === '' || text === secretMask) return stored;
  return (
    [stored, own].find((sealed) => sealed !== undefined && opens(secrets, sealed) === text) ??
    secrets.seal(text)
  );
}

function storedBy(holder: Holder, name: string): string | undefined {
  const value = new Map<string, unknown>(Object.entries(holder?.attributes ?? {})).get(name);
  return typeof value === 'string' ? value : undefined;
}

/** One that another key sealed is no longer anybody's. */
function opens(secrets: Secrets, sealed: string): string | undefined {
  try {
    return secrets.open(sealed);
  } catch {
    return undefined;
  }
}
