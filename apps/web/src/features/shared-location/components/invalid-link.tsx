import { mdiLinkOff } from '@mdi/js';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { LinkButton } from '../../../ui/button/link-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';

/** How long the text stays before the page goes to the sign-in, ms (SHARE-01). */
const redirectMs = 5000;

export function InvalidLink({ onLeave }: { readonly onLeave: () => void }) {
  const { text } = useTexts();
  const leave = useRef(onLeave);
  leave.current = onLeave;

  useEffect(() => {
    const timer = setTimeout(() => leave.current(), redirectMs);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div role="alert">
      <EmptyState
        isPage
        icon={mdiLinkOff}
        title={text('share.invalid')}
        hint={text('share.redirect', { seconds: redirectMs / 1000 })}
        action={<LinkButton to="/login">{text('share.backToLogin')}</LinkButton>}
      />
    </div>
  );
}
