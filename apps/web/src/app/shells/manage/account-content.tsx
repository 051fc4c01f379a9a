import { lazy } from 'react';
import { useSubView } from '../../../features/registers/sub-view/sub-view.ts';
import { useSession } from '../../../lib/session/session-context.ts';

const AccountForm = lazy(async () => ({
  default: (await import('../../../features/account/components/account-form.tsx')).AccountForm,
}));
const CompanyConfiguration = lazy(async () => ({
  default: (await import('../../../features/company/components/company-configuration.tsx'))
    .CompanyConfiguration,
}));

/** The person's account, and from it, for an administrator, the company's configuration (USR-02, COM-01). */
export function AccountContent({ onClose }: { readonly onClose: () => void }) {
  const session = useSession();
  const { shown, show, close } = useSubView();
  const isAdmin = session.phase === 'signed-in' && session.profile === 'admin';
  if (isAdmin && shown?.kind === 'company') return <CompanyConfiguration onDone={close} />;
  return <AccountForm onClose={onClose} onCompany={() => show({ kind: 'company', rowId: null })} />;
}
