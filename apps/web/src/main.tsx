import './lib/zod-without-eval.ts';
import './ui/base.css';
import './ui/tokens.css';
import './ui/mantine.css';
import './ui/layout/tones.css';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { AppRoutes } from './app/routes/app-routes.tsx';
import { createParts } from './app/start/create-parts.ts';
import { followSession } from './app/start/follow-session.ts';
import { CompanyBrand } from './features/company/components/company-brand.tsx';
import { Toaster } from './ui/feedback/toast.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element "root"');

const parts = await createParts();
followSession(parts);
createRoot(root).render(
  <Providers parts={parts}>
    <CompanyBrand />
    <AppRoutes />
    <Toaster />
  </Providers>,
);
