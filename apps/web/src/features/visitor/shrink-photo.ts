/** A photo as it is sent: drawn anew as a JPEG of at most so many pixels a side, without what the camera wrote into it. */
const longestSide = 1600;
const quality = 0.82;

/** A data URL. Rejects for what the browser cannot show as a picture. */
export async function shrinkPhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  try {
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('the browser draws no picture');
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const drawn = canvas.toDataURL('image/jpeg', quality);
    if (!drawn.startsWith('data:image/jpeg')) throw new Error('the browser makes no JPEG');
    return drawn;
  } finally {
    picture.close();
  }
}
