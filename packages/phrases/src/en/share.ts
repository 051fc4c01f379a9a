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
  'share.noMap': 'The map could not be shown in this browser. The location is below.',
  'share.noDevices': 'This link no longer shares anything.',
  'share.noPlace': 'No position yet.',
  'share.show': 'Show {{name}} on the map',
  'share.openOutside': 'Open in Google Maps',
  'share.link': 'Link',
  'share.copy': 'Copy the link',
  'share.notCopied': 'The browser did not allow the link to be copied. Copy it from here.',
  'share.others': 'Other links of this device',
  'share.by': 'Shared by {{name}} on {{date}}',
  'share.revoked': 'Link revoked: it no longer shows the device to anyone.',
  'share.revokeFailed': 'The link could not be revoked.',
} satisfies Record<ShareKey, string>;
