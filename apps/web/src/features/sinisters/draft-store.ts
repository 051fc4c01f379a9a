/** The one sinister that is not saved yet, its number 0: what was typed stays while other parts of the screen are used. */
import type { Device } from '@atalaia/contract/device';
import { create } from 'zustand';
import type { OpeningForm, OpeningPlace } from './opening-form-schema.ts';

/** The number of the draft among the cards (SIN-04). */
export const draftId = 0;

export interface SinisterDraft {
  /** Null until one is chosen. */
  readonly device: Device | null;
  readonly place: OpeningPlace | undefined;
  readonly typed: Partial<OpeningForm>;
}

interface DraftStore {
  readonly draft: SinisterDraft | null;
  /** Begins a draft. False when one stands already: that one stays as it is. */
  readonly begin: (about?: { device: Device; place: OpeningPlace | undefined }) => boolean;
  readonly chooseDevice: (device: Device, place: OpeningPlace | undefined) => void;
  readonly type: (typed: Partial<OpeningForm>) => void;
  readonly drop: () => void;
}

export const useDraft = create<DraftStore>()((set, get) => ({
  draft: null,
  begin(about) {
    if (get().draft) return false;
    set({ draft: { device: about?.device ?? null, place: about?.place, typed: {} } });
    return true;
  },
  chooseDevice: (device, place) => set(({ draft }) => ({ draft: draft && { ...draft, device, place } })),
  type: (typed) => set(({ draft }) => ({ draft: draft && { ...draft, typed } })),
  drop: () => set({ draft: null }),
}));
