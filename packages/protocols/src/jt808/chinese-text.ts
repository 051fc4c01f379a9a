const gbk = new TextDecoder('gbk');

/** Text as the standard writes it, GBK, of which ASCII is a part; broken sequences become replacement characters. */
export function chineseText(bytes: Uint8Array): string {
  return gbk.decode(bytes);
}
