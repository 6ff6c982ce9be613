import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { languages, type Language } from '@clipline/contract/languages.ts';
import { pageFile, pages as allPages } from '@clipline/contract/pages.ts';
import { build, type Manifest } from 'vite';
import { askAhead } from './src/app/ask-ahead.ts';
import { linkPreview, quoted } from './link-preview.ts';
import { readTexts } from './messages.ts';

const web = import.meta.dirname;
/**
 * Built beside the old one and put in its place at the end: a running server never sees half a
 * build, nor a failed one.
 */
const workshop = await mkdtemp(path.join(web, '.build-'));
process.once('exit', () => rmSync(workshop, { recursive: true, force: true }));
const dist = path.join(workshop, 'dist');
const config = { configFile: path.join(web, 'vite.config.ts'), logLevel: 'warn' } as const;

interface PageSource {
  readonly source: string;
  /** Its markup is made now, so that it shows before any script has loaded. */
  readonly prerendered?: {
    readonly title: string;
    readonly meta: (language: Language) => Promise<readonly string[]>;
  };
  /** What stands around it, for everybody who sees it. */
  readonly around?: readonly string[];
}

const FRAME = 'src/app/frame.tsx';
const CHROME = 'src/app/chrome.tsx';
const signedIn = (source: string): PageSource => ({
  source: `src/features/${source}`,
  around: [FRAME, CHROME],
});
const open = (source: string): PageSource => ({
  source: `src/features/${source}`,
  around: [FRAME],
});

/**
 * Every page has HTML of its own, which names what the page needs, so that nothing waits for a
 * script to ask for the next.
 */
const sources: Record<(typeof allPages)[number], PageSource> = {
  '/': {
    source: 'src/features/landing/landing-page.tsx',
    prerendered: { title: 'landing_preview_title', meta: linkPreview },
  },
  '/auth': {
    source: 'src/features/auth/auth-page.tsx',
    prerendered: { title: 'auth_tab_title', meta: async () => [] },
  },
  '/email-confirmation': { source: 'src/features/auth/email-confirmation-page.tsx' },
  '/reset-password': { source: 'src/features/auth/reset-password-page.tsx' },
  '/dashboard': signedIn('clips/dashboard-page.tsx'),
  '/clips': signedIn('clips/clips-page.tsx'),
  '/favorites': signedIn('clips/favorites-page.tsx'),
  '/rooms': signedIn('rooms/rooms-page.tsx'),
  '/rooms/{roomId}': signedIn('rooms/room-page.tsx'),
  '/account': signedIn('account/account-page.tsx'),
  '/quick-copy': signedIn('quick-copy/quick-copy-page.tsx'),
  '/new-clip': open('clips/new-clip-page.tsx'),
  '/clips/{clipId}': open('clips/shared-clip-page.tsx'),
  '/desktop': open('desktop/desktop-page.tsx'),
  '/desktop/shared/{shareToken}': open('desktop/shared-desktop-page.tsx'),
};

const files = (manifest: Manifest, kind: RegExp) =>
  Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => kind.test(file));

/** Every chunk that these sources need at once, their own included. */
function chunksOf(manifest: Manifest, roots: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (source: string) => {
    const chunk = manifest[source];
    if (!chunk)
      throw new Error(`${source} is not in the manifest of the build: correct web/build.ts`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const root of roots) visit(root);
  return found;
}

interface Renderer {
  readonly prerender: (path: string) => Promise<string>;
  readonly firstReads: Readonly<Record<string, string>>;
}

/**
 * The renderer is built for Node beside the sources, where its imports resolve, and removed again.
 */
async function buildRenderer(
  define: Record<string, string>,
): Promise<Renderer & { remove: () => Promise<void> }> {
  const outDir = await mkdtemp(path.join(workshop, 'prerender-'));
  await build({
    ...config,
    define,
    build: {
      ssr: 'src/app/prerender.tsx',
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
    },
  });
  const module = (await import(pathToFileURL(path.join(outDir, 'prerender.js')).href)) as Renderer;
  return { ...module, remove: () => rm(outDir, { recursive: true }) };
}

/**
 * The whole app in one language, in a folder of its own; answers its pages by the name of their
 * file.
 */
async function buildLanguage(language: Language): Promise<Record<string, string>> {
  const suffix = language === 'en' ? '' : `.${language}`;
  const outDir = path.join(workshop, `app${suffix}`);
  const define = { 'import.meta.env.LANGUAGE': JSON.stringify(language) };
  await build({ ...config, define, build: { outDir } });
  const manifest = JSON.parse(
    await readFile(path.join(outDir, '.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const texts = await readTexts(language);
  const shell = (await readFile(path.join(outDir, 'index.html'), 'utf8'))
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(
      /(<meta\s+name="description"\s+content=)"[^"]*"/,
      (_, start: string) => `${start}"${quoted(String(texts['app_description']))}"`,
    );
  const stylesheet = files(manifest, /\.css$/)[0]!;
  const styles = (await readFile(path.join(outDir, stylesheet), 'utf8')).trim();
  const font = files(manifest, /geist-latin-[\w-]{8}\.woff2$/).find(
    (file) => !file.includes('latin-ext'),
  )!;
  const preload = `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`;
  const pages: Record<string, string> = {
    [`index${suffix}.html`]: shell.replace('<!--head-->', preload).replace('<!--page-->', ''),
  };

  const entry = chunksOf(manifest, ['index.html']);
  const renderer = await buildRenderer(define);
  for (const [route, { source, around = [], prerendered }] of Object.entries(sources)) {
    const ahead = [...chunksOf(manifest, [source, ...around])]
      .filter((chunk) => !entry.has(chunk))
      .map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk}" />`);
    const name = `${pageFile(route)}${suffix}.html`;
    if (!prerendered) {
      const first = renderer.firstReads[route];
      const asks = first === undefined ? [] : [`<script>${askAhead(first)}</script>`];
      pages[name] = shell
        .replace('<!--head-->', () => asks.join('\n    '))
        .replace('<!--page-->', '')
        // Behind those of the entry: few connections carry many files, and React is the largest.
        .replace('</head>', () => `  ${[...ahead, preload].join('\n    ')}\n  </head>`);
      continue;
    }
    const page = await renderer.prerender(route);
    if (/\sstyle="/.test(page))
      throw new Error(
        `${route} prerenders a style attribute, which the Content-Security-Policy forbids`,
      );
    // Run, not only fetched, before the page counts as loaded: a click that comes before React has
    // taken over would be lost.
    const runs = `<script type="module" crossorigin src="/${manifest[source]!.file}"></script>`;
    const head = [
      ...(await prerendered.meta(language)),
      preload,
      ...ahead,
      `<style>${styles}</style>`,
    ];
    pages[name] = shell
      .replace(/<link rel="stylesheet"[^>]*>\s*/, '')
      .replace(/<script type="module"/, (main) => `${runs}\n    ${main}`)
      .replace(/<title>.*<\/title>/, `<title>${String(texts[prerendered.title])}</title>`)
      // As functions: a replacement text would read `$&` inside the styles as a command.
      .replace('<!--head-->', () => head.join('\n    '))
      .replace('<!--page-->', () => page);
  }
  await renderer.remove();

  // Named by their content, so that what two languages have in common is one file.
  await cp(path.join(outDir, 'assets'), path.join(dist, 'assets'), { recursive: true });
  await mkdir(path.join(dist, '.vite'), { recursive: true });
  await writeFile(path.join(dist, `.vite/manifest${suffix}.json`), JSON.stringify(manifest));
  return pages;
}

process.env['NODE_ENV'] = 'production';
const pages: Record<string, string> = {};
for (const language of languages) Object.assign(pages, await buildLanguage(language));
await cp(path.join(web, 'public'), dist, { recursive: true });
for (const [file, html] of Object.entries(pages)) await writeFile(path.join(dist, file), html);

const finished = path.join(web, 'dist');
await rm(finished, { recursive: true, force: true });
await rename(dist, finished);
