/** Images made smaller, in one thread of the library at a time, so that memory does not grow with how many come. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createLimiter } from '../limiter/limiter.ts';
import { type ImageHeader, readImageHeader } from './image-header.ts';

const limiter = createLimiter(1);

/** What a phone's camera makes, with room to spare; more is never unpacked. */
export const mostPixels = 50_000_000;

/** What is used of sharp. */
export interface Sharp {
  autoOrient(): Sharp;
  resize(size: {
    readonly width: number;
    readonly height: number;
    readonly fit: 'inside' | 'contain';
    readonly background?: string;
  }): Sharp;
  flatten(options: { readonly background: string }): Sharp;
  extend(
    options: Readonly<Record<'top' | 'bottom' | 'left' | 'right', number>> & { background: string },
  ): Sharp;
  keepExif(): Sharp;
  withExif(exif: Readonly<Record<string, Readonly<Record<string, string>>>>): Sharp;
  withMetadata(options: { readonly orientation: number }): Sharp;
  png(options?: object): Sharp;
  jpeg(options?: object): Sharp;
  toBuffer(): Promise<Buffer>;
  metadata(): Promise<{ readonly exif?: Buffer; readonly orientation?: number }>;
}

type SharpLibrary = ((input: Buffer | object, options?: object) => Sharp) & {
  cache(size: boolean): void;
  concurrency(threads: number): void;
};

let loading: Promise<SharpLibrary | undefined> | undefined;

/** At the first need. Undefined where it is not there: it has no build for every machine, and the server starts on each. */
export function loadSharp(): Promise<SharpLibrary | undefined> {
  loading ??= load().catch(() => undefined);
  return loading;
}

async function load(): Promise<SharpLibrary> {
  const require = createRequire(import.meta.url);
  const loaded: { readonly default: SharpLibrary } = await import(
    pathToFileURL(require.resolve('sharp')).href
  );
  loaded.default.cache(false);
  loaded.default.concurrency(1);
  return loaded.default;
}

/**
 * The image as it came where its longer edge is no more than `edge` pixels, else one that is: of the same type, upright,
 * with what the camera noted in it. Undefined when it cannot be unpacked. Where the library is not there it stays as it is.
 */
export async function smallerImage(bytes: Buffer, edge: number): Promise<Buffer | undefined> {
  const header = readImageHeader(bytes);
  if (!header) return undefined;
  if (Math.max(header.width, header.height) <= edge) return bytes;
  const sharp = await loadSharp();
  return sharp ? limiter.run(() => shrink(sharp, bytes, header, edge)) : bytes;
}

async function shrink(
  sharp: SharpLibrary,
  bytes: Buffer,
  { type }: ImageHeader,
  edge: number,
): Promise<Buffer | undefined> {
  const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: edge, height: edge, fit: 'inside' })
    .keepExif();
  const typed = type === 'image/png' ? image.png({ compressionLevel: 9 }) : image.jpeg({ quality: 85 });
  return typed.toBuffer().catch(() => undefined);
}

/** A picture in a square of `edge` pixels, as PNG, with `margin` pixels of `background` around. Undefined without the library. */
export async function squareIcon(
  bytes: Buffer,
  {
    edge,
    margin,
    background,
  }: { readonly edge: number; readonly margin: number; readonly background: string },
): Promise<Buffer | undefined> {
  const sharp = await loadSharp();
  if (!sharp) return undefined;
  const inner = edge - 2 * margin;
  return limiter.run(() =>
    sharp(bytes, { limitInputPixels: mostPixels, density: 600 })
      .resize({ width: inner, height: inner, fit: 'contain', background })
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
      .png({ compressionLevel: 9 })
      .toBuffer(),
  );
}
