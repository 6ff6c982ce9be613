import { type Language, languages } from '@clipline/contract/languages.ts';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from '../app/app.tsx';
import { preload } from '../app/preload.ts';
import { clipParts } from '../features/clips/clip-parts.ts';
import { ages } from '../lib/format.ts';
import { language } from '../lib/language.ts';
import { renderAs } from '../session/session.ts';
import { write, WRITTEN } from '../lib/written.ts';
import { htmlName, notFound, type PageRow, pages } from '../pages.ts';
import { m } from '../paraglide/messages.js';
import { manifestName, webManifest } from './web-manifest.ts';

const region: Record<Language, string> = { en: 'en_US', fr: 'fr_FR', es: 'es_ES', de: 'de_DE' };

const addressIn = (spoken: Language) => `%PUBLIC_URL%/${spoken === 'en' ? '' : `?lang=${spoken}`}`;

/** The server puts its own address in for %PUBLIC_URL%. */
function linkPreview(spoken: Language): string[] {
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Clipline',
    'og:locale': region[spoken],
    'og:title': m.landing_preview_title(),
    'og:description': m.landing_preview_description(),
    'og:url': addressIn(spoken),
    'og:image': '%PUBLIC_URL%/preview.jpg',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': m.landing_preview_image(),
    'twitter:card': 'summary_large_image',
  };
  return [
    `<link rel="canonical" href="${addressIn(spoken)}" />`,
    ...languages.map(
      (each) => `<link rel="alternate" hreflang="${each}" href="${addressIn(each)}" />`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${addressIn('en')}" />`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${quoted(content)}" />`,
    ),
  ];
}

export const TOO_OLD = 'too-old';

/**
 * Safari 16.4 came to look behind, Firefox 112 to `inert`, Chrome 108 to `dvh`. ES5 without
 * imports: older browsers run it.
 */
export const TELL_TOO_OLD =
  `(function(p){try{new RegExp('(?<=a)b');p.hidden='inert'in p&&CSS.supports('height','1dvh')}` +
  `catch(e){p.hidden=false}})(document.getElementById('${TOO_OLD}'))`;

export interface PageFiles {
  readonly scripts: readonly string[];
  readonly preloads: readonly string[];
  readonly font?: string;
  readonly boot: string;
  /** All of it, for a page that shows before a second request is answered. */
  readonly styles: { readonly href: string; readonly css?: string };
}

const quoted = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const dataOf = ({ firstRead, opensLink }: PageRow): string =>
  (firstRead === undefined ? '' : ` data-first-read="${quoted(firstRead)}"`) +
  (opensLink ? ' data-opens-link' : '');

/** In the order in which a browser is to ask, as it opens few connections. */
function headOf(
  row: PageRow,
  { scripts, preloads, font, boot, styles }: PageFiles,
  showsAtOnce: boolean,
): string[] {
  return [
    '<meta charset="utf-8" />',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />',
    `<title>${quoted(row.title())}</title>`,
    `<meta name="description" content="${quoted(m.app_description())}" />`,
    ...(row.noindex ? ['<meta name="robots" content="noindex" />'] : []),
    '<meta name="theme-color" content="#FAFAF7" />',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />',
    '<link rel="apple-touch-icon" href="/icons/maskable-512.png" />',
    // Behind a sign-on proxy a manifest is asked for with what the proxy knows the visitor by.
    `<link rel="manifest" crossorigin="use-credentials" href="/${manifestName(language())}" />`,
    `<script${dataOf(row)}>${boot}</script>`,
    ...(row.path === '/' ? linkPreview(language()) : []),
    ...scripts.map((src) => `<script type="module" crossorigin src="${src}"></script>`),
    showsAtOnce && styles.css !== undefined
      ? `<style>${styles.css}</style>`
      : `<link rel="stylesheet" href="${styles.href}" />`,
    ...preloads.map((href) => `<link rel="modulepreload" crossorigin href="${href}" />`),
    ...(font === undefined
      ? []
      : [`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin />`]),
  ];
}

async function markupOf({ path }: PageRow): Promise<string> {
  await preload(path);
  return render(path);
}

function render(path: string): string {
  const markup = renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>,
  );
  if (/\sstyle="/.test(markup))
    throw new Error(`${path} renders a style attribute, which its Content-Security-Policy forbids`);
  return markup;
}

/** Shows from the first byte on, until the app has drawn something (styles/main.css). */
const BOOT = '<div class="boot" aria-hidden="true"></div>';

const tooOld = () =>
  `<p id="${TOO_OLD}" role="alert" hidden class="fixed inset-x-0 top-0 z-50 bg-warn-soft p-4 text-center text-ink">` +
  `${quoted(m.app_browser_too_old())}</p><script>${TELL_TOO_OLD}</script>`;

const documentOf = (row: PageRow, files: PageFiles, root: string, showsAtOnce: boolean): string =>
  `<!doctype html>
<html lang="${language()}">
  <head>
    ${headOf(row, files, showsAtOnce).join('\n    ')}
  </head>
  <body data-billing="%BILLING%" data-mail="%MAIL%" data-pairing="%PAIRING%" data-build="%BUILD%" data-trash-days="%TRASH_DAYS%" data-max-file="%MAX_FILE%" data-worker="%SERVICE_WORKER%" data-public-url="%PUBLIC_URL%">
    ${root}
    ${tooOld()}
  </body>
</html>
`;

async function staticDocumentOf(row: PageRow, files: PageFiles): Promise<string> {
  if (!row.prerendered) return documentOf(row, files, `<div id="root"></div>\n    ${BOOT}`, false);
  return documentOf(row, files, `<div id="root">${await markupOf(row)}</div>`, true);
}

/**
 * The server fills in %CONTENT% and %DATA%. With a stored session the app shows more than a visitor
 * may see, so that it waits.
 */
async function writtenOf(row: PageRow, files: PageFiles) {
  const root =
    '<div id="root" data-written><div class="boot-signed-out">%CONTENT%</div>' +
    '<div class="boot boot-signed-in" aria-hidden="true"></div></div>\n    ' +
    `<script type="application/json" id="${WRITTEN}">%DATA%</script>`;
  await preload(row.path);
  renderAs('visitor');
  const parts = clipParts((clip) => {
    write(clip);
    return render(row.path.replace(/:\w+/, clip.id));
  });
  renderAs('unknown');
  return { html: documentOf(row, files, root, true), parts, ages: ages() };
}

export type FilesOf = (row: PageRow) => PageFiles;

export async function htmlOfPages(filesOf: FilesOf): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const row of [...pages, notFound])
    all[htmlName(row)] = await staticDocumentOf(row, filesOf(row));
  return all;
}

export async function writtenPages(filesOf: FilesOf) {
  const all: Record<string, Awaited<ReturnType<typeof writtenOf>>> = {};
  for (const row of pages) if (row.written) all[htmlName(row)] = await writtenOf(row, filesOf(row));
  return all;
}

export const manifest = (): Record<string, string> => ({
  [manifestName(language())]: JSON.stringify(webManifest(language())),
});

export const served = pages.map((row) => ({
  path: row.path,
  file: htmlName(row),
  headers: { ...row.headers, ...(row.noindex && { 'x-robots-tag': 'noindex' }) },
}));
