import { type Bytes, stretch } from '@clipline/contract/sealed.ts';

globalThis.addEventListener('message', ({ data }: MessageEvent<[Bytes, string]>) => {
  void stretch(...data).then((stretched) => globalThis.postMessage(stretched));
});
