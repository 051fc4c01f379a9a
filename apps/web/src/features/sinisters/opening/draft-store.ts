/** The one sinister that is not saved yet, its number 0: what was typed stays while other parts of the screen are used. */
import type { Device } from '@atalaia/contract/devices/device';
import { createStore } from '../../../lib/store/store.ts';
import type { OpeningForm, OpeningPlace } from '../sinister-forms.ts';

/** The number of the draft among the cards (SIN-04). */
export const draftId = 0;

export interface SinisterDraft {
  /** Null until one is chosen. */
  readonly device: Device | null;
  readonly place: OpeningPlace | undefined;
  readonly typed: Partial<OpeningForm>;
}

export const sinisterDraft = createStore<SinisterDraft | null>(null);

/** False when there is a draft already: that one stays as it is. */
export function beginDraft(about?: { device: Device; place: OpeningPlace | undefined }): boolean {
  if (sinisterDraft.get()) return false;
  sinisterDraft.set({ device: about?.device ?? null, place: about?.place, typed: {} });
  return true;
}

export const chooseDraftDevice = (device: Device, place: OpeningPlace | undefined) =>
  change({ device, place });

export const typeDraft = (typed: Partial<OpeningForm>) => change({ typed });

export const dropDraft = () => sinisterDraft.set(null);

function change(changed: Partial<SinisterDraft>): void {
  const draft = sinisterDraft.get();
  if (draft) sinisterDraft.set({ ...draft, ...changed });
}
