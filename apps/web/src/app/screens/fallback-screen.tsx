import { mdiMapMarkerQuestionOutline } from '@mdi/js';
import { Link, useLocation } from 'react-router';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Centred } from './centred.tsx';
import classes from './fallback-screen.module.css';

/** Any path that is nothing, with a way home (ROUTE-09). */
export function FallbackScreen() {
  const { text } = useTexts();
  const { pathname } = useLocation();
  return (
    <Centred>
      <EmptyState
        icon={mdiMapMarkerQuestionOutline}
        title={text('fallback.title')}
        hint={text('fallback.text', { path: pathname })}
        action={
          <Link className={classes.home} to="/">
            {text('fallback.home')}
          </Link>
        }
      />
    </Centred>
  );
}
