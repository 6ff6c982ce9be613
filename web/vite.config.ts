import { paraglideVitePlugin } from '@inlang/paraglide-js';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { isLanguage } from '@clipline/contract/languages.ts';
import { defineConfig, type Plugin, type ServerOptions } from 'vite';
import { entries, groups } from './chunks.ts';
import { LOWEST_BROWSERS } from './lowest-browsers.ts';
import { pagesInDevelopment } from './pages-html.ts';

const server = `http://localhost:${process.env['PORT'] ?? 3000}`;
const inFolder = (file: string) => `${import.meta.dirname}/${file}`;

const proxy: ServerOptions['proxy'] = {
  '/socket.io': { target: server, ws: true },
  '^/manifest[.]': { target: server },
  '/sw.js': { target: server },
  // Calls and pages: whatever is neither a file nor one of Vite's own addresses.
  '^/[^.@?]*([?].*)?$': { target: server },
};

/** Each text's module asks which language it is as it runs: here the build answers, and the others fall out. */
const textsIn = (language: string): Plugin => ({
  name: 'texts-in-one-language',
  transform: {
    filter: { id: /[\\/]\.texts[\\/]messages[\\/]/ },
    handler: (code) => ({
      code: code.replace(
        'experimentalStaticLocale ?? options.locale ?? getLocale()',
        JSON.stringify(language),
      ),
      map: null,
    }),
  },
});

/**
 * The mode may be a language: build.ts builds the app once for each, with the texts of that
 * language alone (decision 8). In any other mode the texts of all are there, and the page says
 * which are shown.
 */
export default defineConfig(({ mode }) => {
  const texts = isLanguage(mode) ? '.texts' : 'src/paraglide';
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      tailwindcss(),
      paraglideVitePlugin({
        project: inFolder('project.inlang'),
        outdir: inFolder(texts),
        outputStructure: isLanguage(mode) ? 'message-modules' : 'locale-modules',
        strategy: ['baseLocale'],
        emitReadme: false,
      }),
      pagesInDevelopment(),
      isLanguage(mode) && textsIn(mode),
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
        input: [...entries, 'src/styles/main.css'].map(inFolder),
        output: { codeSplitting: { groups } },
      },
    },
    // What the worker of texts needs is found with the rest, or the first text would load the page again.
    optimizeDeps: { entries: [...entries, 'src/things/reading/parser.ts'] },
    server: {
      port: 5173,
      strictPort: true,
      watch: { ignored: ['**/.dev/**', '**/dist/**'] },
      // Calls of a page test that no reply was given for reach no server.
      proxy: mode === 'test' ? {} : proxy,
    },
  };
});
