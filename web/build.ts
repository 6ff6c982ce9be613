import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest } from 'vite';
import { linkPreview, TITLE } from './link-preview.ts';

const web = import.meta.dirname;
/** Built beside the old one and put in its place at the end: a running server never sees half a build, nor a failed one. */
const workshop = await mkdtemp(path.join(web, '.build-'));
process.once('exit', () => rmSync(workshop, { recursive: true, force: true }));
const dist = path.join(workshop, 'dist');
const config = { configFile: path.join(web, 'vite.config.ts'), logLevel: 'warn' } as const;

/** Pages whose markup is made now, so that they show before any script has loaded. */
const prerendered = [
  { file: 'landing.html', path: '/', source: 'src/features/landing/landing-page.tsx', title: TITLE, meta: linkPreview },
  { file: 'auth.html', path: '/auth', source: 'src/features/auth/auth-page.tsx', title: 'Log in · Clipline', meta: [] },
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
async function buildRenderer(): Promise<{ prerender: (path: string) => Promise<string>; remove: () => Promise<void> }> {
  const outDir = await mkdtemp(path.join(workshop, 'prerender-'));
  await build({ ...config, build: { ssr: 'src/app/prerender.tsx', outDir, emptyOutDir: true, copyPublicDir: false, manifest: false } });
  const module = (await import(pathToFileURL(path.join(outDir, 'prerender.js')).href)) as { prerender: (path: string) => Promise<string> };
  return { prerender: module.prerender, remove: () => rm(outDir, { recursive: true }) };
}

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What a Content-Security-Policy must allow for this page to need no 'unsafe-inline'. */
function inlineHashes(html: string) {
  const hashes = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text]) => sha256(text!));
  return { script: hashes(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g), style: hashes(/<style[^>]*>([\s\S]*?)<\/style>/g) };
}

process.env['NODE_ENV'] = 'production';
await build({ ...config, build: { outDir: dist } });
const manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
const shell = await readFile(path.join(dist, 'index.html'), 'utf8');
const stylesheet = files(manifest, /\.css$/)[0]!;
const styles = (await readFile(path.join(dist, stylesheet), 'utf8')).trim();
const font = files(manifest, /geist-latin-[\w-]{8}\.woff2$/).find((file) => !file.includes('latin-ext'))!;
const preload = `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`;
const pages: Record<string, string> = { 'index.html': shell.replace('<!--head-->', preload).replace('<!--page-->', '') };

const renderer = await buildRenderer();
for (const { file, path: route, source, title, meta } of prerendered) {
  const page = await renderer.prerender(route);
  if (/\sstyle="/.test(page)) throw new Error(`${route} prerenders a style attribute, which the Content-Security-Policy forbids`);
  const entry = chunksOf(manifest, 'index.html');
  // Run, not only fetched, before the page counts as loaded: a click that comes before React has taken over would be lost.
  const runs = `<script type="module" crossorigin src="/${manifest[source]!.file}"></script>`;
  const ahead = [...chunksOf(manifest, source)].filter((chunk) => !entry.has(chunk));
  const head = [
    ...meta,
    preload,
    ...ahead.map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk}" />`),
    `<style>${styles}</style>`,
  ];
  pages[file] = shell
    .replace(/<link rel="stylesheet"[^>]*>\s*/, '')
    .replace(/<script type="module"/, (main) => `${runs}\n    ${main}`)
    .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
    // As functions: a replacement text would read `$&` inside the styles as a command.
    .replace('<!--head-->', () => head.join('\n    '))
    .replace('<!--page-->', () => page);
}
await renderer.remove();

for (const [file, html] of Object.entries(pages)) await writeFile(path.join(dist, file), html);
const csp = Object.fromEntries(Object.entries(pages).map(([file, html]) => [file, inlineHashes(html)]));
await writeFile(path.join(dist, 'csp.json'), `${JSON.stringify(csp, null, 2)}\n`);

const finished = path.join(web, 'dist');
await rm(finished, { recursive: true, force: true });
await rename(dist, finished);
