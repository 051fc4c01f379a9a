import type { ShareKey } from '../pt-br/share.ts';

/** The public page of a shared location. */
export const share = {
  'share.title': 'Shared location',
  'share.loading': 'Loading...',
  'share.invalid': 'Invalid or expired link!',
  'share.redirect': 'You will be taken to the sign-in screen in {{seconds}} seconds.',
  'share.backToLogin': 'Back to sign-in',
  'share.lost': 'Connection lost. Showing the last position; trying again…',
  'share.expires': 'Expires on {{date}}',
  'share.revoke': 'Revoke',
} satisfies Record<ShareKey, string>;
