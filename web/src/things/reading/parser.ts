import { parse } from './parse.ts';

/** What the worker is told. */
export interface Asked {
  readonly text: string;
  readonly language: string;
}

globalThis.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const drawing = parse(data.text, data.language);
  try {
    globalThis.postMessage(drawing);
  } catch {
    // Nested too deep to be sent.
    globalThis.postMessage(null);
  }
});

// A worker that is not there yet has no time to lose.
globalThis.postMessage('ready');
