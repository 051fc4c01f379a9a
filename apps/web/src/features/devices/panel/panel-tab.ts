/** Which half of the panel is in front; it stays while other vehicles are chosen. */
import { createStore } from '../../../lib/store/store.ts';

export const panelTabs = ['data', 'events'] as const;
type PanelTab = (typeof panelTabs)[number];

export const panelTab = createStore<PanelTab>('data');
