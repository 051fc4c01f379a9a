/** The tabs beside a case: people sent out, and what the police receives. */
import type { ComponentType } from 'react';
import { CallOutsPanel } from '../../../../features/sinisters/recovery/call-outs-panel.tsx';
import { PolicePanel } from '../../../../features/sinisters/recovery/police-panel.tsx';
import type { TextKey } from '../../../../lib/texts/texts.ts';

export interface CasePanelProps {
  readonly sinisterId: number;
  readonly deviceId: number;
}

interface CasePanel {
  readonly key: string;
  readonly title: TextKey;
  readonly Panel: ComponentType<CasePanelProps>;
}

/** In the order of the tabs. */
export const casePanels: readonly CasePanel[] = [
  { key: 'callOuts', title: 'responder.title', Panel: CallOutsPanel },
  { key: 'police', title: 'policePanel.title', Panel: PolicePanel },
];
