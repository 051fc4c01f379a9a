import { lazy } from 'react';
import { useNavigate } from 'react-router';
import { auditPlaceOf } from './audit-place.ts';

const AuditView = lazy(async () => ({
  default: (await import('../../../features/registers/audit/audit-view.tsx')).AuditView,
}));

/** The audit trail, whose things lead to where they are kept. */
export function AuditContent() {
  const navigate = useNavigate();
  return (
    <AuditView
      opener={(line) => {
        const place = auditPlaceOf(line);
        return place && (() => void navigate(place.path, { state: place.state }));
      }}
    />
  );
}
