/** What is selected and whether the map follows it: a small machine without a map (MAP-05, MAP-06). */

export interface Selection {
  readonly selectedDeviceId: number | null;
  readonly follow: boolean;
}

export type SelectionEvent =
  /** A single marker was clicked, or a device was chosen elsewhere. */
  | { readonly kind: 'chosen'; readonly deviceId: number }
  /** The empty map was clicked, or the panel closed. */
  | { readonly kind: 'released' }
  | { readonly kind: 'followSet'; readonly on: boolean }
  /** The map was moved by hand. */
  | { readonly kind: 'dragged' }
  /** Wheel, pinch, double click, key or zoom button. */
  | { readonly kind: 'zoomedByHand' };

/** The same object when the event changes nothing. */
export function nextSelection(now: Selection, event: SelectionEvent): Selection {
  switch (event.kind) {
    case 'chosen':
      return event.deviceId === now.selectedDeviceId ? now : { ...now, selectedDeviceId: event.deviceId };
    case 'released':
      return now.selectedDeviceId === null ? now : { ...now, selectedDeviceId: null };
    case 'followSet':
      return event.on === now.follow ? now : { ...now, follow: event.on };
    case 'dragged':
    case 'zoomedByHand':
      return now.follow ? { ...now, follow: false } : now;
  }
}
