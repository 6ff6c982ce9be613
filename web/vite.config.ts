import { globSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { isLanguage } from '@clipline/contract/languages.ts';
import { defineConfig, type ServerOptions } from 'vite';
import { LOWEST_BROWSERS } from './lowest-browsers.ts';
import { pagesInDevelopment } from './pages-html.ts';

const server = `http://localhost:${process.env['PORT'] ?? 3000}`;
const inSource = (...paths: string[]) =>
  new RegExp(`/(${paths.join('|')})`.replaceAll('/', String.raw`[\\/]`));
const inFolder = (path: string) => `${import.meta.dirname}/${path}`;

/** Of what a page begins with, not of what it loads later. */
const tags = ['$initial' as const];

/**
 * Five files that many pages share: modules of these paths and all that they import. Rolldown
 * splits the rest (decision 7). Icons and texts that several pages use would be a file each.
 */
const groups = [
  {
    // What the landing page and the sign-in screen share with the others.
    name: 'start',
    tags,
    test: inSource(
      'src/app/main|src/ui/(?!avatar|card-|file-[ipr][cro]|filter|page-drop|section|sort|switch)',
      'src/lib/(drafts|format|language|logout|media)|src/live/failures|contract/src/(limits|plans)',
    ),
    priority: 4,
  },
  {
    // What a shared clip shares with the other pages in the app's frame.
    name: 'frame',
    tags,
    test: inSource(
      'src/app/frame|src/lib|src/features/clips/(clips[.]|clip-shape)',
      'lucide-react/.*/(download|inbox|lock|share-2)[.]',
      'messages/clips_(download|share)[.]',
    ),
    priority: 3,
  },
  {
    // What the pages of someone who is signed in share.
    name: 'signed-in',
    tags,
    test: inSource(
      'src/app/navigation|src/capture/capture-area|src/editing/use-composer|src/live',
      'src/ui/(card-|filter|page-drop)',
      'lucide-react/.*/(clipboard-list|paperclip|pencil|plus|search-x)[.]',
      'messages/(capture_paste_key|clips_(content_empty|none)|ui_needs_connection)[.]',
    ),
    priority: 2,
  },
  {
    // What the dashboard, all clips and the favorites share.
    name: 'clips',
    tags,
    test: inSource('src/features/clips/list/(clip-list|clip-filter-bar|use-live-lists|new-clip)'),
    priority: 1,
  },
  {
    // What one's own desktop shares with one that is opened by its link.
    name: 'desktop',
    tags,
    test: inSource('src/features/desktop', 'messages/desktop_'),
    minShareCount: 2,
    priority: 1,
  },
];

/** The server's policy as it is, and beside it the styles that the devtools add (app/frame.tsx). */
function allowDevtools({ headers }: IncomingMessage): void {
  const policy = headers['content-security-policy'];
  headers['content-security-policy'] = String(policy).replace(
    "style-src 'self'",
    "$& 'nonce-devtools'",
  );
}

const proxy: ServerOptions['proxy'] = {
  '/socket.io': { target: server, ws: true },
  '^/manifest[.]': { target: server },
  '/sw.js': { target: server },
  // Calls and pages: whatever is neither a file nor one of Vite's own addresses.
  '^/[^.@?]*([?].*)?$': {
    target: server,
    configure: (to) => to.on('proxyRes', allowDevtools),
  },
};

/**
 * The mode may be a language: build.ts builds the app once for each, with the texts of that
 * language alone (decision 8). In any other mode the texts of all are there, and the page says
 * which are shown.
 */
export default defineConfig(({ mode }) => {
  const texts = isLanguage(mode) ? `.texts/${mode}` : 'src/paraglide';
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      tailwindcss(),
      paraglideVitePlugin({
        project: inFolder(isLanguage(mode) ? `${mode}.inlang` : 'project.inlang'),
        outdir: inFolder(texts),
        outputStructure: isLanguage(mode) ? 'message-modules' : 'locale-modules',
        strategy: ['baseLocale'],
        emitReadme: false,
      }),
      pagesInDevelopment(),
    ],
    resolve: isLanguage(mode)
      ? { alias: [{ find: /^.*\/paraglide\//, replacement: `${inFolder(texts)}/` }] }
      : {},
    build: {
      target: LOWEST_BROWSERS,
      manifest: true,
      sourcemap: true,
      // A data: font or image would need a wider Content-Security-Policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        // What the pages of src/pages.ts begin with; there is no index.html.
        input: [
          ...globSync('src/{app/{main,frame,navigation},**/*-page}.tsx', {
            cwd: import.meta.dirname,
          }),
          'src/styles/main.css',
        ].map(inFolder),
        output: { codeSplitting: { groups } },
      },
    },
    server: {
      port: 5173,
      strictPort: true,
      watch: { ignored: ['**/.dev/**', '**/dist/**'] },
      // Calls of a page test that no reply was given for reach no server.
      proxy: mode === 'test' ? {} : proxy,
    },
  };
});
