// Theme and brand before the first paint, so that nothing flashes. A file of its own: the content policy allows no
// inline script. The keys are those of src/ui/theme/theme-choice.ts and src/features/company/company-cache.ts.
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
})();
