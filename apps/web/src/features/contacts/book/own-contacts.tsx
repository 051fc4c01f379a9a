import { mdiAccountVoice } from '@mdi/js';
import { useSession } from '../../../lib/session/session-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ContactBookView } from './contact-book-view.tsx';

/** A customer's own people ask here for a change of his contacts and phrases (PROC-04). */
export function OwnContacts({ onClose }: { readonly onClose: () => void }) {
  const { text } = useTexts();
  const session = useSession();
  const customerId = session.phase === 'signed-in' ? session.person.customerId : 0;
  if (customerId === 0) return <EmptyState icon={mdiAccountVoice} hint={text('contacts.noCustomer')} />;
  return <ContactBookView customerId={customerId} title={text('menu.contacts')} isTitled onDone={onClose} />;
}
