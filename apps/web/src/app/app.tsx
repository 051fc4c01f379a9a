import { CompanyBrand } from '../features/companies/components/company-brand.tsx';
import { useTexts } from '../lib/texts/texts-context.ts';
import { Toaster } from '../ui/feedback/toaster.tsx';
import { AppRoutes } from './routes/app-routes.tsx';

export function App() {
  const { text } = useTexts();
  return (
    <>
      <CompanyBrand />
      <AppRoutes />
      <Toaster closeLabel={text('action.close')} />
    </>
  );
}
