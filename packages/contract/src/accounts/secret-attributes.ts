/** The user's attributes that are secrets: they go in and never come out. */

export const secretAttributes = ['apiKeySeller', 'full_control_secret_id'] as const;

/** What is shown in place of a secret that is set. Sent back, or sent empty, it keeps the one that stands. */
export const secretMask = '••••••••';

export function isSecretAttribute(name: string): boolean {
  return secretAttributes.some((secret) => secret === name);
}
