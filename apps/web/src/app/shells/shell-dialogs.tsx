import { lazy, type ReactNode, Suspense, useState } from 'react';
import { leaveGuard } from '../../lib/leaving/leave-guard.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { type SubView, SubViewContext } from '../../resources/sub-view.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Dialog } from '../../ui/window/dialog.tsx';
import { type ManageView, viewTitles } from './manage/manage-views.ts';
import classes from './shell-dialogs.module.css';
import { Widget } from './widget.tsx';

const ReportForm = lazy(async () => ({
  default: (await import('../../features/reports/form/report-form.tsx')).ReportForm,
}));
const CommandForm = lazy(async () => ({
  default: (await import('../../features/commands/components/command-form.tsx')).CommandForm,
}));

const ManageContent = lazy(async () => ({
  default: (await import('./manage/manage-content.tsx')).ManageContent,
}));

/** A window that a shell opens over itself; one at a time. */
export type ShellWindow = ManageView | 'report' | 'command';

interface ShellDialogsProps {
  /** The window that is open. */
  readonly opened: ShellWindow;
  readonly onClose: () => void;
  /** A row was chosen that the map can show. */
  readonly onDevice: (deviceId: number) => void;
  /** A report is to be shown: its query and its name, as the address writes them. */
  readonly onReport: (address: string) => void;
}

/** The windows of a shell: each opens with its title, and a spinner until its files are there (SHELL-07). */
export function ShellDialogs({ opened, onClose, onDevice, onReport }: ShellDialogsProps) {
  const { text } = useTexts();
  const closing = { closeLabel: text('action.close'), opened: true, onClose };
  if (opened === 'report' || opened === 'command') {
    const title: TextKey = opened === 'report' ? 'report.title' : 'command.title';
    return (
      <Dialog {...closing} title={text(title)} width={560}>
        <Widget>
          <Suspense fallback={<Spinner label={text('view.loading')} />}>
            {opened === 'report' ? (
              <ReportForm
                onShow={(address) => {
                  onClose();
                  onReport(address);
                }}
                onClose={onClose}
              />
            ) : (
              <CommandForm onClose={onClose} />
            )}
          </Suspense>
        </Widget>
      </Dialog>
    );
  }
  return (
    <Dialog
      {...closing}
      onClose={() => leaveGuard.leave(onClose)}
      title={text(viewTitles[opened])}
      width={1040}
      innerEscape="[data-holds-escape]"
    >
      <div className={classes.content}>
        <SubViewInDialog key={opened}>
          <Widget>
            <Suspense fallback={<Spinner label={text('view.loading')} />}>
              <ManageContent
                view={opened}
                onClose={onClose}
                onDevice={(deviceId) => {
                  onClose();
                  onDevice(deviceId);
                }}
              />
            </Suspense>
          </Widget>
        </SubViewInDialog>
      </div>
    </Dialog>
  );
}

/** Keeps what is open over a list for as long as its dialog is open: of a reload nothing is left. */
function SubViewInDialog({ children }: { readonly children: ReactNode }) {
  const [shown, show] = useState<SubView | null>(null);
  const place = { shown, show, close: () => show(null), list: null, saveList: () => {} };
  return <SubViewContext value={place}>{children}</SubViewContext>;
}
