import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** What a reader of ZIPs finds: paths and bytes, in their order. */
export async function unzipped(zip: Uint8Array): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const opened = await fromBufferPromise(Buffer.from(zip), { validateEntrySizes: true });
  for await (const each of opened.eachEntry())
    found.set(each.fileName, await buffer(await opened.openReadStreamPromise(each)));
  return found;
}
