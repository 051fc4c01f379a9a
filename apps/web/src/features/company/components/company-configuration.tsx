import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { listCompanies } from '../api/list-companies.ts';
import { firstOf } from '../company-form-schema.ts';
import { companyLabelOf } from '../company-label.ts';
import classes from './company-form.module.css';
import { CompanyForm } from './company-form.tsx';

/** What stands for one that is not there yet. */
const another = '0';

/** The configuration of this host's company, and of the others that this server has. */
export function CompanyConfiguration({ onDone }: { readonly onDone: () => void }) {
  const { text } = useTexts();
  const api = useApi();
  const [chosen, choose] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: ['companies'],
    queryFn: ({ signal }) => listCompanies(api, signal),
    retry: false,
  });
  if (error) {
    return (
      <FailedState
        title={text('view.failedTitle')}
        reason={failureText(error, text)}
        retryLabel={text('error.retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton height={320} />;
  const hostLabel = companyLabelOf(window.location.hostname);
  const first = firstOf(data, hostLabel);
  const value = chosen ?? (first ? String(first.id) : another);
  const standing = data.find(({ id }) => String(id) === value);

  return (
    <section className={classes.view} aria-label={text('company.title')}>
      <h2 className={classes.title}>{text('company.title')}</h2>
      {(data.length > 1 || (data.length === 1 && !first)) && (
        <div className={classes.which}>
          <SelectField
            labelled
            label={text('company.which')}
            options={[
              ...data.map(({ id, label }) => ({ value: String(id), label })),
              { value: another, label: text('company.another') },
            ]}
            chosen={value}
            onChoose={(next) => choose(next ?? another)}
          />
        </div>
      )}
      <CompanyForm
        key={value}
        standing={standing}
        hostLabel={data.some(({ label }) => label === hostLabel) ? undefined : hostLabel}
        onDone={onDone}
      />
    </section>
  );
}
