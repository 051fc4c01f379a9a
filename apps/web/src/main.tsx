import './lib/zod-without-eval.ts';
import './ui/base.css';
import './ui/tokens.css';
import './ui/mantine.css';
import './ui/layout/tones.css';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { AppRoutes } from './app/routes/app-routes.tsx';
import { createParts } from './app/start/create-parts.ts';
import { useCompany } from './features/companies/use-company.ts';
import { useTexts } from './lib/texts/texts-context.ts';
import { Toaster } from './ui/feedback/toaster.tsx';
import { applyBrand } from './ui/theme/theme-store.ts';

/** Not awaited by the module itself: the files of the screens import from this one, and would wait for it to end. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element "root"');
  const parts = await createParts();
  createRoot(root).render(
    <Providers parts={parts}>
      <App />
    </Providers>,
  );
}

void start();

function App() {
  const { text } = useTexts();
  return (
    <>
      <CompanyBrand />
      <AppRoutes />
      <Toaster closeLabel={text('action.close')} />
    </>
  );
}

const productIcon = '/favicon.svg';

/** Restyles the interface in the company's colour (UNIT-05), the tab with its icon (COM-01). Shows nothing. */
function CompanyBrand() {
  const { company, pending } = useCompany();
  useEffect(() => {
    if (pending) return;
    applyBrand(document.documentElement, company?.theme);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    icon?.setAttribute('href', company?.faviconUrl ?? company?.logoUrl ?? productIcon);
  }, [company, pending]);
  return null;
}
