import {
  type CompanyConfiguration as Company,
  companyConfigurationSchema,
} from '@atalaia/contract/accounts/company';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { leaveGuard } from '../../../lib/leaving/leave-guard.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { firstOf } from '../company-form-schema.ts';
import { companyLabelOf } from '../use-company.ts';
import classes from './company-form.module.css';
import { CompanyForm } from './company-form.tsx';

/** What replaces one that is not there yet. */
const another = '0';

/** The configuration of this host's company, and of the others that this server has. */
export function CompanyConfiguration({ onDone }: { readonly onDone: () => void }) {
  const { text } = useTexts();
  const api = useApi();
  const query = useQuery({
    queryKey: ['companies'],
    queryFn: ({ signal }) => listCompanies(api, signal),
    retry: false,
  });
  return (
    <QueryView
      query={query}
      failure={(error) => failureMessage(error, text)}
      waiting={<Skeleton height={320} />}
    >
      {(companies) => <Companies companies={companies} onDone={onDone} />}
    </QueryView>
  );
}

interface CompaniesProps {
  readonly companies: readonly Company[];
  readonly onDone: () => void;
}

function Companies({ companies, onDone }: CompaniesProps) {
  const { text } = useTexts();
  const [chosen, choose] = useState<string>();
  const hostLabel = companyLabelOf(window.location.hostname);
  const first = firstOf(companies, hostLabel);
  const value = chosen ?? (first ? String(first.id) : another);
  const stored = companies.find(({ id }) => String(id) === value);

  return (
    <section className={classes.view} aria-label={text('company.title')}>
      <h2 className={classes.title}>{text('company.title')}</h2>
      {(companies.length > 1 || (companies.length === 1 && !first)) && (
        <div className={classes.which}>
          <SelectField
            labelled
            label={text('company.which')}
            options={[
              ...companies.map(({ id, label }) => ({ value: String(id), label })),
              { value: another, label: text('company.another') },
            ]}
            chosen={value}
            onChoose={(next) => leaveGuard.leave(() => choose(next ?? another))}
          />
        </div>
      )}
      <CompanyForm
        key={value}
        stored={stored}
        hostLabel={companies.some(({ label }) => label === hostLabel) ? undefined : hostLabel}
        onSaved={onDone}
        onBack={() => leaveGuard.leave(onDone)}
      />
    </section>
  );
}

/** `GET company/configurations`, an administrator's. */
function listCompanies(api: ApiClient, signal: AbortSignal): Promise<Company[]> {
  return api.json({ path: 'company/configurations', signal }, z.array(companyConfigurationSchema));
}
