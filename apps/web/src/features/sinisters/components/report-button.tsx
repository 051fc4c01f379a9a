import { mdiFilePdfBox } from '@mdi/js';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { useReport } from '../use-report.ts';

/** Downloads the report of a closed case from its row (SIN-06). */
export function ReportButton({ sinisterId, name }: { readonly sinisterId: number; readonly name: string }) {
  const { text } = useTexts();
  const report = useReport(sinisterId);
  return (
    <IconButton
      size={28}
      name={`${text('sinister.download')}: ${name}`}
      icon={mdiFilePdfBox}
      loading={report.isPending}
      onClick={() => report.mutate()}
    />
  );
}
