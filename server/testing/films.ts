/** A box of MP4 and its like: its length, its name, and what is in it. */
export function box(name: string, ...inside: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(inside.map((each) => Buffer.from(each as string)));
  const head = Buffer.alloc(8, name.padStart(8, '\0'));
  head.writeUInt32BE(content.length + 8);
  return Buffer.concat([head, content]);
}

/** As of a track of pictures ('vide') or of sound ('soun'). */
const track = (handler: string): Buffer =>
  box('trak', box('tkhd', 't'.repeat(84)), box('mdia', box('hdlr', '\0'.repeat(8), handler)));

/** What it is made of after its first box, with `more` of what plays before its list of tracks. */
export const filmOf = (brand: string, handlers: readonly string[], more = 0): Buffer =>
  Buffer.concat([
    box('ftyp', brand.padEnd(4), '\0\0\0\0'),
    box('mdat', '\xff'.repeat(more)),
    box('moov', box('mvhd', 'v'.repeat(100)), ...handlers.map(track)),
  ]);

/** An element of WebM: its id, its length in eight bytes, and what is in it. */
function element(id: string, ...inside: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(inside.map((each) => Buffer.from(each as string, 'latin1')));
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(content.length));
  length[0] = 1;
  return Buffer.concat([Buffer.from(id, 'hex'), length, content]);
}

/** 1 is a track of pictures, 2 of sound. */
export const webmOf = (types: readonly number[], before = ''): Buffer =>
  Buffer.concat([
    element('1a45dfa3', element('4282', 'webm')),
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    element('ec', before),
    element(
      '1654ae6b',
      ...types.map((type) =>
        element('ae', element('d7', '\x01'), element('83', String.fromCharCode(type))),
      ),
    ),
    element('1f43b675', 'and so on'),
  ]);
