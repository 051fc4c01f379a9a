/** The look of the page: one column to read, the nouns beside it, light or dark as the system is. */
export const style = `
:root { color-scheme: light dark; --line: light-dark(#dfe4ea, #2c333b); --soft: light-dark(#f3f5f8, #171b20);
  --quiet: light-dark(#57606a, #9aa4ae); --link: light-dark(#0b6ea3, #6cc0ee); }
* { box-sizing: border-box; }
body { margin: 0; font: 14px/1.5 Inter, system-ui, sans-serif; background: light-dark(#fff, #101418);
  color: light-dark(#1c2329, #e6eaee); display: grid; grid-template-columns: 220px minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 16px; background: var(--soft);
  border-right: 1px solid var(--line); }
nav ul { list-style: none; margin: 8px 0; padding: 0; }
nav a { display: block; padding: 2px 0; }
main { max-width: 980px; padding: 16px 32px 64px; }
h1 { font-size: 22px; margin: 0 0 4px; } h2 { font-size: 17px; margin: 40px 0 8px; } h3 { font-size: 14px; margin: 0; }
h4 { font-size: 12.5px; margin: 12px 0 4px; color: var(--quiet); }
a { color: var(--link); } code { font: 12.5px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
details { border: 1px solid var(--line); border-radius: 8px; margin: 8px 0; }
summary { padding: 8px 12px; cursor: pointer; display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; }
summary:hover { background: var(--soft); } details > div { padding: 0 12px 12px; }
.method { font: 600 12.5px ui-monospace, monospace; min-width: 56px; } .quiet { color: var(--quiet); }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top;
  padding: 4px 8px 4px 0; border-top: 1px solid var(--line); font-weight: 400; } tr > th { width: 30%; }
@media (max-width: 720px) { body { display: block; } nav { position: static; height: auto; } main { padding: 16px; } }
`;
