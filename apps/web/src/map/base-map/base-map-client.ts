import fontUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import brazilUrl from '../geodata/brazil.json?url';
import citiesUrl from '../geodata/cities.json?url';
import streetsUrl from '../geodata/streets.json?url';
import worldUrl from '../geodata/world.json?url';
import type { BaseMapAnswer, BaseMapQuestion, ToBaseMapWorker } from './base-map-messages.ts';

export interface BaseMapClient {
  /** The drawn tile; rejects when the shipped files cannot be had. */
  tile(question: Omit<BaseMapQuestion, 'request'>): Promise<ImageBitmap>;
  end(): void;
}

/** The worker that draws the shipped map, as seen from the main thread. */
export function createBaseMapClient(): BaseMapClient {
  const worker = new Worker(new URL('./base-map-worker.ts', import.meta.url), {
    type: 'module',
    name: 'base-map',
  });
  const waiting = new Map<number, PromiseWithResolvers<ImageBitmap>>();
  const post = (message: ToBaseMapWorker): void => worker.postMessage(message);
  let lastRequest = 0;

  const absolute = (url: string): string => new URL(url, location.href).href;
  post({
    kind: 'setup',
    setup: {
      world: absolute(worldUrl),
      brazil: absolute(brazilUrl),
      cities: absolute(citiesUrl),
      streets: absolute(streetsUrl),
      font: absolute(fontUrl),
    },
  });

  worker.onmessage = ({ data: { request, image } }: MessageEvent<BaseMapAnswer>) => {
    const promise = waiting.get(request);
    waiting.delete(request);
    if (image) promise?.resolve(image);
    else promise?.reject(new Error('the tile was not drawn'));
  };

  return {
    tile(question) {
      const request = ++lastRequest;
      const promise = Promise.withResolvers<ImageBitmap>();
      waiting.set(request, promise);
      post({ kind: 'tile', question: { ...question, request } });
      return promise.promise;
    },
    end: () => worker.terminate(),
  };
}
