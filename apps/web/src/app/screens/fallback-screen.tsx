import { mdiMapMarkerQuestionOutline } from '@mdi/js';
import { useLocation } from 'react-router';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Centred } from './centred.tsx';

/** Any path that is nothing, with a way home (ROUTE-09). */
export function FallbackScreen() {
  const { text } = useTexts();
  const { pathname } = useLocation();
  return (
    <Centred>
      <EmptyState
        isPage
        icon={mdiMapMarkerQuestionOutline}
        title={text('fallback.title')}
        hint={text('fallback.text', { path: pathname })}
        action={<LinkButton to="/">{text('fallback.home')}</LinkButton>}
      />
    </Centred>
  );
}
