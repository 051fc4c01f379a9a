// Theme and brand before the first paint, so that nothing flashes, and the files that will be needed asked for at once. A
// file of its own: the content policy allows no inline script. The keys are those of src/ui/theme/theme-store.ts,
// src/features/companies/use-company.ts, src/lib/session/token-keeper.ts and src/lib/texts/texts.ts.
(() => {
  const root = document.documentElement;
  const read = (storage, key) => {
    try {
      return window[storage].getItem(key);
    } catch {
      return null; // A browser that refuses storage starts with the system's theme and the default brand.
    }
  };
  const chosen = read('localStorage', 'atalaia.theme');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  root.dataset.mantineColorScheme = root.dataset.theme;
  const brand = /"theme":"(#[0-9a-fA-F]{6})"/.exec(read('sessionStorage', 'atalaia.company') ?? '')?.[1];
  if (brand) root.style.setProperty('--brand', brand);

  // Written by build/files-ahead.ts; absent while developing.
  const ahead = JSON.parse(document.getElementById('files-ahead')?.textContent ?? '{}');
  const said = read('localStorage', 'atalaia.language') ?? navigator.language;
  const language = /^en\b/i.test(said) ? 'en' : 'pt-BR';
  root.lang = language;
  const signedIn = read('sessionStorage', 'atalaia.token') ?? read('localStorage', 'atalaia.token');
  const address = location.pathname.split('/', 2)[1];
  // Who is not signed in comes to the login from everywhere but a link and the new password.
  const isOpen = ['access', 'call-out', 'police', 'shared'].includes(address);
  const area = signedIn !== null || isOpen ? address : 'login';
  // Neither of these two speaks of what comes with the map, nor does an address that is none; an empty one leads to it.
  const isOfMap = area === '' || (area in ahead && area !== 'login' && area !== 'access');
  const names = [language, area, ...(isOfMap ? [`${language}-map`] : [])];
  for (const file of names.flatMap((name) => ahead[name] ?? [])) {
    const link = document.createElement('link');
    // With the same mode as the page's own links, or the browser fetches them twice.
    link.crossOrigin = '';
    if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' });
    else link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
})();
