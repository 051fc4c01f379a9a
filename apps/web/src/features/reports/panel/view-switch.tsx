import { mdiChartLine, mdiPlayCircleOutline, mdiTable } from '@mdi/js';
import type { ReportViewName } from '../../../lib/reports/report-names.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';

interface ViewSwitchProps {
  readonly view: ReportViewName;
  readonly onView: (view: ReportViewName) => void;
}

const views = [
  { view: 'route', name: 'report.asTable', icon: mdiTable },
  { view: 'chart', name: 'report.asChart', icon: mdiChartLine },
  { view: 'playback', name: 'report.asPlayback', icon: mdiPlayCircleOutline },
] as const;

/** The same rows of a route as a table, as lines over time, or as they were driven. */
export function ViewSwitch({ view: shown, onView }: ViewSwitchProps) {
  const { text } = useTexts();
  return views.map(({ view, name, icon }) => (
    <IconButton
      key={view}
      name={text(name)}
      icon={icon}
      size={34}
      pressed={view === shown}
      onClick={() => view !== shown && onView(view)}
    />
  ));
}
