/** Of what a browser says of itself, as much as tells a person which of his it is. */

/** In this order: Edge and Opera say that they are Chrome too, and Chrome that it is Safari. */
const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

/** Android says that it is Linux too, and an iPhone that it is like a Mac. */
const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

type SignInPlace =
  | { readonly kind: 'browser'; readonly browser: string; readonly system: string | undefined }
  /** No browser: the first word it says of itself. */
  | { readonly kind: 'program'; readonly name: string }
  | { readonly kind: 'unknown' };

export function signInPlaceOf(userAgent: string | null): SignInPlace {
  const said = userAgent?.trim() ?? '';
  if (said === '') return { kind: 'unknown' };
  const browser = browsers.find(([pattern]) => pattern.test(said))?.[1];
  if (browser === undefined) return { kind: 'program', name: said.split(/[\s/]/)[0] ?? said };
  return { kind: 'browser', browser, system: systems.find(([pattern]) => pattern.test(said))?.[1] };
}
