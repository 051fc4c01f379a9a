import { companyConfigurationSchema } from '@atalaia/contract/company';
import { z } from 'zod';
import type { App } from '../../http/app-type.ts';
import type { CompaniesService } from './companies-service.ts';

const paramsSchema = z.object({ label: z.string().min(1).max(253) });

export function companiesRoutes(app: App, companies: CompaniesService): void {
  app.get(
    '/company/configurations/:label',
    {
      config: { access: 'public' },
      schema: { tags: ['company'], params: paramsSchema, response: { 200: companyConfigurationSchema } },
    },
    (request) => companies.read(request.params.label),
  );
}
