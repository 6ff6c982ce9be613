import { buffer } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { fromBufferPromise } from 'yauzl';

const LOCAL_HEADER = 0x04034b50;
const HEADER_BYTES = 30;
/** With its signature: what of an entry is behind its bytes. */
const DESCRIPTOR_BYTES = 16;
const SIZE_IS_BEHIND = 8;
const DEFLATED = 8;

/** What a program finds that reads a ZIP as it comes, from its first byte and without its list. */
function readFromFront(zip: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 0; zip.readUInt32LE(at) === LOCAL_HEADER;) {
    const [flags, method] = [zip.readUInt16LE(at + 6), zip.readUInt16LE(at + 8)];
    const start = at + HEADER_BYTES + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + HEADER_BYTES, start - zip.readUInt16LE(at + 28));
    if (method !== DEFLATED || (flags & SIZE_IS_BEHIND) === 0)
      throw new Error(`${name} says neither its end nor its size`);
    const read = zlib.inflateRawSync(zip.subarray(start), { info: true });
    const { buffer: bytes, engine } = read as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    found.set(name, bytes);
    at = start + engine.bytesWritten + DESCRIPTOR_BYTES;
  }
  return found;
}

/** What readers of ZIPs find, by the list at the end and without it: paths and bytes in order. */
export async function unzipped(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const zip = Buffer.from(bytes);
  const found = new Map<string, Buffer>();
  const opened = await fromBufferPromise(zip, { validateEntrySizes: true });
  for await (const each of opened.eachEntry())
    found.set(each.fileName, await buffer(await opened.openReadStreamPromise(each)));
  const streamed = readFromFront(zip);
  for (const [name, one] of found)
    if (!streamed.get(name)?.equals(one))
      throw new Error(`${name} comes out otherwise in a stream`);
  return found;
}
