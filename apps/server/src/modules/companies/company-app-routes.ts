/** The installed app of a company, by the host it is opened at: its name, its colour and its icons (APP-01). */
import type { CompanyConfiguration } from '@atalaia/contract/accounts/company';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../errors/app-error.ts';
import type { App } from '../../platform/http/app-type.ts';
import { squareIcon } from '../../platform/images/smaller-image.ts';
import type { CompaniesService } from './companies-service.ts';

const product = 'Atalaia';
const config = { access: 'public' } as const;

/** Pixels of each icon, and the share of it that a launcher may cut away (a maskable one is safe within four fifths). */
const icons: Readonly<Record<string, { readonly edge: number; readonly margin: number }>> = {
  'favicon.png': { edge: 64, margin: 0 },
  '96.png': { edge: 96, margin: 0 },
  '180.png': { edge: 180, margin: 0.08 },
  '192.png': { edge: 192, margin: 0 },
  '512.png': { edge: 512, margin: 0 },
  'maskable-512.png': { edge: 512, margin: 0.22 },
};

/** The product's sign, as `favicon.svg` of the web client draws it; its ground is the icon's own. */
const productIcon = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#0078b5"/><g fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M11 25.5l1.8-11.5h6.4L21 25.5M9.6 14h12.8l-1.2-4.6H10.8zM12.1 20h7.8M16 9.4V5l4.6 1.7L16 8.4"/></g></svg>`,
);
const productGround = '#0078b5';
const logoGround = '#ffffff';

/** Drawn once; a logo's address changes with its content. */
const drawn = new LRUCache<string, Buffer>({ max: 100 });

export function companyAppRoutes(app: App, companies: Pick<CompaniesService, 'read' | 'logo'>): void {
  const companyAt = async (hostname: string): Promise<CompanyConfiguration> =>
    (await companies.read(labelOf(hostname))).company;

  app.get('/manifest.webmanifest', { config }, async (request, reply) => {
    const { name, theme } = await companyAt(request.hostname);
    reply.type('application/manifest+json').header('cache-control', 'no-cache');
    return reply.send(JSON.stringify(manifestOf(name ?? product, theme)));
  });

  app.get<{ Params: { name: string } }>('/app-icon/:name', { config }, async (request, reply) => {
    const { name } = request.params;
    const icon = Object.hasOwn(icons, name) ? icons[name] : undefined;
    if (!icon) throw new AppError('not-found', `no icon ${name}`);
    const company = await companyAt(request.hostname);
    const logoUrl = (name === 'favicon.png' ? company.faviconUrl : null) ?? company.logoUrl;
    const key = `${logoUrl ?? ''} ${name}`;
    const bytes = drawn.get(key) ?? (await draw(logoUrl, icon));
    drawn.set(key, bytes);
    return reply.type('image/png').header('cache-control', 'public, max-age=3600').send(bytes);
  });

  async function draw(logoUrl: string | null, { edge, margin }: { edge: number; margin: number }) {
    const picture = logoUrl ? (await companies.logo(logoUrl.split('/').at(-1) ?? '')).bytes : productIcon;
    const bytes = await squareIcon(picture, {
      edge,
      margin: Math.round(edge * margin),
      background: logoUrl ? logoGround : productGround,
    });
    if (!bytes) throw new AppError('not-found', 'icons are not drawn on this machine');
    return bytes;
  }
}

/** As the web client reads it: the first label of the host; an address has none, and shows the product's own. */
function labelOf(hostname: string): string {
  return /^[\d.]+$|:/.test(hostname) ? '' : (hostname.split('.', 1)[0]?.toLowerCase() ?? '');
}

function manifestOf(name: string, theme: string) {
  const icon = (file: string, purpose: string) => ({
    src: `/app-icon/${file}`,
    sizes: file.replace(/^\D*(\d+)\.png$/, '$1x$1'),
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name,
    short_name: name.length <= 12 ? name : name.split(' ', 1)[0],
    description: 'Rastreamento de veículos',
    lang: 'pt-BR',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    theme_color: theme,
    background_color: logoGround,
    categories: ['navigation', 'utilities'],
    icons: [icon('192.png', 'any'), icon('512.png', 'any'), icon('maskable-512.png', 'maskable')],
  };
}
