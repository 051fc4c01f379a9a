/** What an XML file says of its own encoding (XML 1.0, 4.3.3); it stands among its first bytes, in ASCII. */
const declared = /^[^<]{0,3}<\?xml[^>]*encoding=["']([\w.-]+)["']/;

/**
 * The text of a file: in the encoding that it declares, else in UTF-8, else, as programs of Windows write without saying
 * so, in Windows-1252.
 */
export function textOfFile(bytes: ArrayBuffer): string {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 200));
  const [, encoding = 'utf-8'] = declared.exec(head) ?? [];
  return decode(bytes, encoding) ?? decode(bytes, 'utf-8') ?? new TextDecoder('windows-1252').decode(bytes);
}

/** Undefined for an encoding that nobody knows, and for bytes that are not of it. */
function decode(bytes: ArrayBuffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
