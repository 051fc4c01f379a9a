import { useNavigate, useParams } from 'react-router';
import { SharedLocation } from '../../features/sharing/visitor/components/shared-location.tsx';
import { SharedMap } from '../shells/shared-map.tsx';

/** `/shared/{token}`, open to everybody (ROUTE-09). */
export function SharedRoute() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  return (
    <SharedLocation
      token={token}
      onLeave={() => void navigate('/login', { replace: true })}
      map={(location) => <SharedMap location={location} />}
    />
  );
}
