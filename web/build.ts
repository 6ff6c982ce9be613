import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { languages, type Language } from '@clipline/contract/languages.ts';
import { build, type Manifest } from 'vite';
import { linkPreview, quoted } from './link-preview.ts';
import { readTexts } from './messages.ts';

const web = import.meta.dirname;
/** Built beside the old one and put in its place at the end: a running server never sees half a build, nor a failed one. */
const workshop = await mkdtemp(path.join(web, '.build-'));
process.once('exit', () => rmSync(workshop, { recursive: true, force: true }));
const dist = path.join(workshop, 'dist');
const config = { configFile: path.join(web, 'vite.config.ts'), logLevel: 'warn' } as const;

/** Pages whose markup is made now, so that they show before any script has loaded. */
const prerendered = [
  { name: 'landing', path: '/', source: 'src/features/landing/landing-page.tsx', title: 'landing_preview_title', meta: linkPreview },
  { name: 'auth', path: '/auth', source: 'src/features/auth/auth-page.tsx', title: 'auth_tab_title', meta: async () => [] },
];

const files = (manifest: Manifest, kind: RegExp) =>
  Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => kind.test(file));

/** Every chunk that a source needs at once, itself included. */
function chunksOf(manifest: Manifest, source: string, found = new Set<string>()): Set<string> {
  const entry = manifest[source];
  if (!entry || found.has(entry.file)) return found;
  found.add(entry.file);
  for (const imported of entry.imports ?? []) chunksOf(manifest, imported, found);
  return found;
}

/** The renderer is built for Node beside the sources, where its imports resolve, and removed again. */
async function buildRenderer(
  define: Record<string, string>,
): Promise<{ prerender: (path: string) => Promise<string>; remove: () => Promise<void> }> {
  const outDir = await mkdtemp(path.join(workshop, 'prerender-'));
  await build({
    ...config,
    define,
    build: { ssr: 'src/app/prerender.tsx', outDir, emptyOutDir: true, copyPublicDir: false, manifest: false },
  });
  const module = (await import(pathToFileURL(path.join(outDir, 'prerender.js')).href)) as { prerender: (path: string) => Promise<string> };
  return { prerender: module.prerender, remove: () => rm(outDir, { recursive: true }) };
}

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What a Content-Security-Policy must allow for this page to need no 'unsafe-inline'. */
function inlineHashes(html: string) {
  const hashes = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text]) => sha256(text!));
  return { script: hashes(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g), style: hashes(/<style[^>]*>([\s\S]*?)<\/style>/g) };
}

/** The whole app in one language, in a folder of its own; answers its pages by the name of their file. */
async function buildLanguage(language: Language): Promise<Record<string, string>> {
  const suffix = language === 'en' ? '' : `.${language}`;
  const outDir = path.join(workshop, `app${suffix}`);
  const define = { 'import.meta.env.LANGUAGE': JSON.stringify(language) };
  await build({ ...config, define, build: { outDir } });
  const manifest = JSON.parse(await readFile(path.join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  const texts = await readTexts(language);
  const shell = (await readFile(path.join(outDir, 'index.html'), 'utf8'))
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(/(<meta name="description" content=)"[^"]*"/, (_, start: string) => `${start}"${quoted(String(texts['app_description']))}"`);
  const stylesheet = files(manifest, /\.css$/)[0]!;
  const styles = (await readFile(path.join(outDir, stylesheet), 'utf8')).trim();
  const font = files(manifest, /geist-latin-[\w-]{8}\.woff2$/).find((file) => !file.includes('latin-ext'))!;
  const preload = `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`;
  const pages: Record<string, string> = { [`index${suffix}.html`]: shell.replace('<!--head-->', preload).replace('<!--page-->', '') };

  const renderer = await buildRenderer(define);
  for (const { name, path: route, source, title, meta } of prerendered) {
    const page = await renderer.prerender(route);
    if (/\sstyle="/.test(page)) throw new Error(`${route} prerenders a style attribute, which the Content-Security-Policy forbids`);
    const entry = chunksOf(manifest, 'index.html');
    // Run, not only fetched, before the page counts as loaded: a click that comes before React has taken over would be lost.
    const runs = `<script type="module" crossorigin src="/${manifest[source]!.file}"></script>`;
    const ahead = [...chunksOf(manifest, source)].filter((chunk) => !entry.has(chunk));
    const head = [
      ...(await meta(language)),
      preload,
      ...ahead.map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk}" />`),
      `<style>${styles}</style>`,
    ];
    pages[`${name}${suffix}.html`] = shell
      .replace(/<link rel="stylesheet"[^>]*>\s*/, '')
      .replace(/<script type="module"/, (main) => `${runs}\n    ${main}`)
      .replace(/<title>.*<\/title>/, `<title>${String(texts[title])}</title>`)
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
const csp = Object.fromEntries(Object.entries(pages).map(([file, html]) => [file, inlineHashes(html)]));
await writeFile(path.join(dist, 'csp.json'), `${JSON.stringify(csp, null, 2)}\n`);

const finished = path.join(web, 'dist');
await rm(finished, { recursive: true, force: true });
await rename(dist, finished);
