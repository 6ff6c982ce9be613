import path from 'node:path';
import type { Language } from '@clipline/contract/languages.ts';
import { build, type Manifest } from 'vite';
import { LOWEST_BROWSERS } from './lowest-browsers.ts';

/** Puts a module of src/worker/ into a folder, as one classic script that every browser takes. */
async function buildWorker(
  folder: string,
  source: string,
  name: string,
  define: Record<string, string> = {},
): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    publicDir: false,
    define,
    build: {
      target: LOWEST_BROWSERS,
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'src/worker', source),
        output: { format: 'iife', entryFileNames: `sw.${name}.js` },
      },
    },
  });
}

/** The worker that takes the others out of browsers. */
export const buildOffWorker = (folder: string): Promise<void> =>
  buildWorker(folder, 'off.ts', 'off');

/** For visitors, and of no use without a connection. */
const NOT_KEPT =
  /\/(landing|link|device|shared-desktop|email-confirmation|reset-password)-page\.tsx$|^failures\//;
/** The font's parts for other alphabets come when a text needs them. */
const FONT = /geist(-mono)?-latin-wght-normal\.woff2$/;

/** All that a signed-in person may come to load of this build: scripts, styles, fonts. */
function filesToKeep(manifest: Manifest, entries: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (source: string) => {
    const chunk = manifest[source]!;
    if (found.has(`/${chunk.file}`)) return;
    const fonts = chunk.assets?.filter((file) => FONT.test(sourceOf(manifest, file)));
    for (const file of [chunk.file, ...(fonts ?? [])]) found.add(`/${file}`);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])])
      if (!NOT_KEPT.test(next)) visit(next);
  };
  entries.forEach(visit);
  return [...found].sort();
}

const sourceOf = (manifest: Manifest, file: string): string =>
  Object.keys(manifest).find((source) => manifest[source]!.file === file) ?? '';

/** The worker of a build in a language. */
export const buildWorkerIn = (
  folder: string,
  language: Language,
  manifest: Manifest,
  entries: readonly string[],
): Promise<void> =>
  buildWorker(folder, 'worker.ts', language, {
    // The server's, which reads all pages (core/http/web-files.ts).
    BUILD: JSON.stringify('%BUILD%'),
    LANGUAGE: JSON.stringify(language),
    FILES: JSON.stringify(filesToKeep(manifest, entries)),
  });

/** src/html/boot.ts as one classic script, to stand in the pages. */
export async function bootScript(): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: LOWEST_BROWSERS,
      write: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'src/html/boot.ts'),
        output: { format: 'iife' },
      },
    },
  });
  const [bundle] = [built].flat();
  if (!bundle || !('output' in bundle)) throw new Error('boot.ts was not built');
  return bundle.output[0].code.trim();
}
