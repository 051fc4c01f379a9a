import { createPictures, penOf } from './canvas-pen.ts';
import type { DevicePalette } from './device-style.ts';
import type { Sprite } from './sprites.ts';

/** A name pill's height, pixels. */
export const pillHeight = 20;
const paddingX = 7;
const longestText = 28;

export interface LabelPills {
  pill(name: string): Sprite;
}

/** Names of devices as small pills, each drawn once while it is in use. */
export function createLabelPills(palette: DevicePalette, pixelRatio: number): LabelPills {
  const pictureOf = createPictures<Sprite>();
  const font = '600 11.5px "Inter Variable", Inter, system-ui, sans-serif';

  function draw(name: string): Sprite {
    const text = name.length > longestText ? `${name.slice(0, longestText - 1)}…` : name;
    const image = document.createElement('canvas');
    const pen = penOf(image);
    pen.font = font;
    const width = Math.ceil(pen.measureText(text).width) + paddingX * 2;
    image.width = Math.ceil((width + 4) * pixelRatio);
    image.height = Math.ceil((pillHeight + 4) * pixelRatio);
    pen.scale(pixelRatio, pixelRatio);
    pen.translate(2, 2);
    pen.beginPath();
    pen.roundRect(0.5, 0.5, width - 1, pillHeight - 1, pillHeight / 2);
    pen.shadowColor = 'rgb(16 24 40 / 0.2)';
    pen.shadowBlur = 2 * pixelRatio;
    pen.fillStyle = palette.labelGround;
    pen.fill();
    pen.shadowColor = 'transparent';
    pen.strokeStyle = palette.labelLine;
    pen.stroke();
    pen.font = font;
    pen.fillStyle = palette.labelText;
    pen.textBaseline = 'alphabetic';
    pen.fillText(text, paddingX, 14);
    return { image, halfWidth: width / 2 + 2, halfHeight: pillHeight / 2 + 2 };
  }

  return {
    pill: (name) => pictureOf(name, () => draw(name)),
  };
}
