import { useNavigate, useParams } from 'react-router';
import { SharedLocation } from '../../features/shared-location/components/shared-location.tsx';

/** `/shared/{token}`, open to everybody (ROUTE-09). */
export function SharedRoute() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  return <SharedLocation token={token} onLeave={() => void navigate('/login', { replace: true })} />;
}
