import type { PaymentsKey } from '../../pt-br/management/payments.ts';

/** The payment provider: links of customers, and failures. */
export const payments = {
  'payment.section': 'Payments',
  'payment.linked': 'Linked',
  'payment.pending': 'Sending',
  'payment.none': 'Not sent',
  'payment.failed': 'Not linked',
  'payment.outdated': 'Out of date at the provider',
  'payment.number': 'record {{id}}',
  'payment.open': 'Open at the provider',
  'payment.retry': 'Try again',
  'payment.send': 'Send',
  'payment.sendOne': 'Send {{name}} to the provider',
  'payment.unlink': 'Unlink',
  'payment.says': 'The provider says: {{words}}',
  'payment.keptOtherwise': 'The provider keeps another value.',
  'payment.unknown':
    'Saved here. Whether the payment provider accepted it is not known yet: see the customer’s form.',
  'payment.unmatched': 'Compare with the payment provider',
  'payment.reading': 'Reading all customers of the provider…',
  'payment.linkedCount_one': '{{count}} customer linked.',
  'payment.linkedCount_other': '{{count}} customers linked.',
  'payment.cut': 'The provider has more customers than were read: this comparison is not complete.',
  'payment.unreadableRows_one': '{{count}} record of the provider has no number and is not shown here.',
  'payment.unreadableRows_other': '{{count}} records of the provider have no number and are not shown here.',
  'payment.linkAll_one': 'Link {{count}} pair of the same CPF/CNPJ',
  'payment.linkAll_other': 'Link {{count}} pairs of the same CPF/CNPJ',
  'payment.linkedOne': 'Linked.',
  'payment.sentOne': 'Sent and linked.',
  'payment.linkedMany_one': '{{count}} pair linked.',
  'payment.linkedMany_other': '{{count}} pairs linked.',
  'payment.ambiguous_one': '{{count}} CPF/CNPJ appears more than once: choose yourself.',
  'payment.ambiguous_other': '{{count}} CPF/CNPJ appear more than once: choose yourself.',
  'payment.onlyThere': 'Only at the provider',
  'payment.onlyHere': 'Only here',
  'payment.matchHere': 'Same CPF/CNPJ here',
  'payment.matchThere': 'Same CPF/CNPJ at the provider',
  'payment.noMatch': 'None',
  'payment.linkWith': 'Link to {{name}}',
  'payment.nobodyAlone': 'Nobody without a match on this side.',
  'payment.firstShown': 'Showing the first {{shown}} of {{count}}.',
  'paymentFault.refused':
    'Saved here. The payment provider refused the data and saved nothing there: correct it and save again.',
  'paymentFault.key-refused':
    'Saved here. The payment provider did not accept this account’s key and saved nothing there. Ask an administrator to check the attribute apiKeySeller, and try again.',
  'paymentFault.gone':
    'Saved here. The payment provider no longer has this record and saved nothing there. Trying again makes another.',
  'paymentFault.unreachable':
    'Saved here. The payment provider did not answer and nothing was saved there. Try again in a moment.',
  'paymentFault.uncertain':
    'Saved here. The answer of the payment provider was lost: it may have been saved there or not. Trying again checks before saving.',
  'paymentFault.not-kept':
    'Saved here. The payment provider said that it saved, but this is not what it shows. Try again; if it persists, tell the provider.',
  'paymentFault.unreadable':
    'Saved here. The payment provider answered something that makes no sense: it may have been saved there or not. Try again in a moment.',
  'paymentFault.taken':
    'Saved here. The provider’s record of this CPF/CNPJ is linked to another customer. Unlink that one first, and try again.',
  'paymentGap.no-provider': 'Your account has no payment provider: nothing is sent.',
  'paymentGap.no-address':
    'The payment provider is not set up on this server yet: nothing is sent. Ask who runs it to set PAYMENT_URL.',
  'paymentGap.no-key':
    'Your account lacks the key of the payment provider: nothing is sent. Ask an administrator to fill in the attribute apiKeySeller.',
  'paymentGap.key-unreadable':
    'The key of the payment provider kept in your account can no longer be read: nothing is sent. Ask an administrator to type it anew into the attribute apiKeySeller.',
} satisfies Record<PaymentsKey, string>;
