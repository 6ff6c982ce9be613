/**
 * `npm run build`: the app once for each language, each with its texts alone, and the HTML of every
 * page. It is built beside the old one and put in its place at the end: a running server never sees
 * half a build, nor a failed one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { languages, type Language } from '@clipline/contract/languages.ts';
import { build, createServer, type Manifest } from 'vite';
import { buildCli } from '../cli/build.ts';
import { renderPages, writePages } from './pages-html.ts';
import type { FilesOf } from './src/html/page-html.tsx';
import type { PageRow } from './src/pages.ts';
import { bootScript, buildOffWorker, buildWorkerIn } from './worker.ts';

process.env['NODE_ENV'] = 'production';
const web = import.meta.dirname;
const workshop = mkdtempSync(path.join(web, '.build-'));
process.once('exit', () => rmSync(workshop, { recursive: true, force: true }));
const dist = path.join(workshop, 'dist');
const config = { configFile: path.join(web, 'vite.config.ts'), logLevel: 'warn' } as const;

const MAIN = 'src/app/main.tsx';
const STYLES = 'src/styles/main.css';
const FRAME = 'src/app/frame.tsx';
const NAVIGATION = 'src/app/navigation.tsx';

interface Built {
  readonly manifest: Manifest;
  /** The one stylesheet, and what is in it. */
  readonly styles: string;
  readonly css: string;
}

/** What a page needs at once. */
const sourcesOf = ({ file, framed, access }: PageRow): string[] => [
  MAIN,
  ...(framed ? [FRAME] : []),
  ...(access === 'signed-in' ? [NAVIGATION] : []),
  `src/${file}`,
];

async function buildIn(language: Language): Promise<Built> {
  const outDir = path.join(workshop, language);
  await build({ ...config, mode: language, build: { outDir } });
  // Named by their content, so that what two languages have in common is one file.
  await cp(path.join(outDir, 'assets'), path.join(dist, 'assets'), { recursive: true });
  const manifest = await readFile(path.join(outDir, '.vite/manifest.json'), 'utf8');
  await mkdir(path.join(dist, '.vite'), { recursive: true });
  await writeFile(path.join(dist, `.vite/manifest.${language}.json`), manifest);
  const read = JSON.parse(manifest) as Manifest;
  const styles = read[STYLES]!.file;
  return {
    manifest: read,
    styles,
    css: await readFile(path.join(outDir, styles), 'utf8'),
  };
}

/** The addresses of what these modules need at once, their own included. */
function scriptsOf(manifest: Manifest, sources: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (source: string) => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`${source} is not in the build: correct web/src/pages.ts`);
    if (found.has(`/${chunk.file}`)) return;
    found.add(`/${chunk.file}`);
    chunk.imports?.forEach(visit);
  };
  sources.forEach(visit);
  return [...found];
}

function filesIn({ manifest, styles, css }: Built, boot: string): FilesOf {
  const [font] = Object.entries(manifest).find(([source]) =>
    source.endsWith('/geist-latin-wght-normal.woff2'),
  )!;
  const main = `/${manifest[MAIN]!.file}`;
  return (row) => {
    const { file, prerendered } = row;
    const page = `src/${file}`;
    // Where the markup stands already the page itself has to run too before the page counts as
    // loaded: a click that comes before React has taken over would be lost.
    const scripts = prerendered ? [`/${manifest[page]!.file}`, main] : [main];
    return {
      scripts,
      preloads: scriptsOf(manifest, sourcesOf(row)).filter((script) => !scripts.includes(script)),
      font: `/${manifest[font]!.file}`,
      boot,
      styles: { href: `/${styles}`, css },
    };
  };
}

const built: Partial<Record<Language, Built>> = {};
const renderer = await createServer({
  ...config,
  plugins: [
    {
      name: 'built-pictures',
      enforce: 'pre',
      load(id) {
        const picture = built.en?.manifest[path.relative(web, id).replaceAll(path.sep, '/')];
        if (!picture || !/\.(webp|png|jpg|svg)$/.test(picture.file)) return undefined;
        return `export default ${JSON.stringify(`/${picture.file}`)}`;
      },
    },
  ],
  appType: 'custom',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
for (const language of languages) built[language] = await buildIn(language);
await cp(path.join(web, 'public'), dist, { recursive: true });
const boot = await bootScript();
await writePages(dist, await renderPages(renderer, (language) => filesIn(built[language]!, boot)));
await renderer.close();
const hidden = path.join(dist, '.vite');
await buildOffWorker(hidden);
for (const language of languages)
  await buildWorkerIn(hidden, language, built[language]!.manifest, [MAIN, STYLES]);
await buildCli(dist);

const finished = path.join(web, 'dist');
await rm(finished, { recursive: true, force: true });
await rename(dist, finished);
