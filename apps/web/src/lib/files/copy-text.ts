/**
 * Puts a text into the clipboard. A page served without TLS has no clipboard of its own: there the browser's old command
 * copies from a field. Throws when the browser refuses both.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (!copied) throw new Error('the browser does not let the page copy');
}
