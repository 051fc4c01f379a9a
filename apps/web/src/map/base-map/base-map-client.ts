import fontUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import brazilUrl from '../geodata/brazil.json?url';
import citiesUrl from '../geodata/cities.json?url';
import streetsUrl from '../geodata/streets.json?url';
import worldUrl from '../geodata/world.json?url';
import type { BaseMapAnswer, BaseMapQuestion, ToBaseMapWorker } from './base-map-messages.ts';
import type { PlacedLabel } from './label-layout.ts';

export interface BaseMapClient {
  /** The drawn tile; rejects when the shipped files cannot be had. */
  tile(question: Omit<BaseMapQuestion, 'request'>): Promise<ImageBitmap>;
  /** The names of the whole world at a zoom; rejects likewise. */
  names(zoom: number): Promise<readonly PlacedLabel[]>;
  end(): void;
}

/** The worker that draws the shipped map, as seen from the main thread. */
export function createBaseMapClient(): BaseMapClient {
  const worker = new Worker(new URL('./base-map-worker.ts', import.meta.url), {
    type: 'module',
    name: 'base-map',
  });
  const waiting = new Map<number, (answer: BaseMapAnswer) => void>();
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

  worker.onmessage = ({ data }: MessageEvent<BaseMapAnswer>) => {
    waiting.get(data.request)?.(data);
    waiting.delete(data.request);
  };

  function ask<Part>(
    messageOf: (request: number) => ToBaseMapWorker,
    partOf: (answer: BaseMapAnswer) => Part | null | undefined,
  ): Promise<Part> {
    const request = ++lastRequest;
    return new Promise((resolve, reject) => {
      waiting.set(request, (answer) => {
        const part = partOf(answer);
        if (part) resolve(part);
        else reject(new Error('the shipped map was not drawn'));
      });
      post(messageOf(request));
    });
  }

  return {
    tile: (question) =>
      ask(
        (request) => ({ kind: 'tile', question: { ...question, request } }),
        ({ image }) => image,
      ),
    names: (zoom) =>
      ask(
        (request) => ({ kind: 'names', question: { request, zoom } }),
        ({ names }) => names,
      ),
    end: () => worker.terminate(),
  };
}
