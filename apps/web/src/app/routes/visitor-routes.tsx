/** Pages that people without an account open by a link of a theft: `/call-out/{token}` and `/police/{token}`. */
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { CalledOutPage } from '../../features/visitor/called-out-page.tsx';
import { PolicePage } from '../../features/visitor/police-page.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import type { VisitorMapProps } from '../shells/visitor-map.tsx';

/** Comes behind the words, which a slow line brings first. */
const VisitorMap = lazy(async () => ({ default: (await import('../shells/visitor-map.tsx')).VisitorMap }));

const noTrail: VisitorMapProps['trail'] = [];

/** Left out where the browser draws none: the words say the same. */
function LateMap(props: VisitorMapProps) {
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <VisitorMap {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

export function CallOutRoute() {
  const { token = '' } = useParams();
  return (
    <CalledOutPage
      key={token}
      token={token}
      map={({ vehicle, place, openingDate }) => (
        <LateMap vehicle={vehicle} place={place} openingDate={openingDate} trail={noTrail} />
      )}
    />
  );
}

export function PoliceRoute() {
  const { token = '' } = useParams();
  return (
    <PolicePage
      token={token}
      map={({ vehicle, place, openingDate }, trail) => (
        <LateMap vehicle={vehicle} place={place} openingDate={openingDate} trail={trail} />
      )}
    />
  );
}
