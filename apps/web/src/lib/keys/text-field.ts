/** Kinds of `<input>` that hold no text: keys mean nothing of their own there. */
const withoutText = new Set(['button', 'checkbox', 'color', 'file', 'radio', 'range', 'reset', 'submit']);

/** Whether keys that are typed there write a text. */
export function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !withoutText.has(target.type) && !target.readOnly;
  if (target instanceof HTMLTextAreaElement) return !target.readOnly;
  return target instanceof HTMLSelectElement || (target instanceof HTMLElement && target.isContentEditable);
}
