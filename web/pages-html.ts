import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { languages, type Language } from '@clipline/contract/languages.ts';
import { createServerModuleRunner, type Plugin, type ViteDevServer } from 'vite';
import type * as pageHtml from './src/html/page-html.tsx';
import type * as languageModule from './src/lib/language.ts';
import { bootScript } from './worker.ts';

/**
 * Every page and the manifest in every language, by the names of their files, and the list by which
 * the server finds the pages. Rendered by Vite's own runner, so by the same modules in development and in the build.
 */
export async function renderPages(
  { environments }: ViteDevServer,
  filesIn: (language: Language) => pageHtml.FilesOf,
): Promise<Record<string, string>> {
  const rendered: Record<string, string> = {};
  for (const language of languages) {
    // Modules of its own for each language: some read their texts while they load.
    const runner = createServerModuleRunner(environments.ssr, { hmr: false });
    const { speak } = await runner.import<typeof languageModule>('/src/lib/language.ts');
    speak(language);
    const { htmlOfPages, manifest, served, writtenPages } =
      await runner.import<typeof pageHtml>('/src/html/page-html.tsx');
    const suffix = language === 'en' ? '' : `.${language}`;
    for (const [name, html] of Object.entries(await htmlOfPages(filesIn(language))))
      rendered[`${name}${suffix}.html`] = html;
    rendered[`.vite/written.${language}.json`] = JSON.stringify(
      await writtenPages(filesIn(language)),
    );
    Object.assign(rendered, manifest());
    rendered['.vite/pages.json'] = JSON.stringify(served);
    await runner.close();
  }
  return rendered;
}

/** Written last: the server reads all files again when this one has changed. */
const LAST = 'index.html';

export async function writePages(folder: string, rendered: Record<string, string>): Promise<void> {
  await mkdir(path.join(folder, '.vite'), { recursive: true });
  for (const [name, text] of Object.entries(rendered))
    if (name !== LAST) await writeFile(path.join(folder, name), text);
  await writeFile(path.join(folder, LAST), rendered[LAST]!);
}

const filesInDevelopment = {
  scripts: ['/src/app/main.tsx'],
  preloads: [],
  styles: { href: '/src/styles/main.css' },
} as const;

/**
 * Writes the pages for the server, which sends them as it sends built ones: with its headers, in
 * the reader's language. `npm run dev` tells it the folder.
 */
export function pagesInDevelopment(): Plugin {
  return {
    name: 'pages-in-development',
    apply: (_, { command, mode }) => command === 'serve' && mode === 'development',
    configureServer(vite) {
      const folder = path.join(vite.config.root, '.dev');
      let fresh: Promise<void> | undefined;
      vite.watcher.on('all', () => (fresh = undefined));
      const write = async () => {
        const boot = await bootScript();
        const rendered = await renderPages(vite, () => () => ({ ...filesInDevelopment, boot }));
        for (const name of Object.keys(rendered))
          // The server would write into it what Vite has not seen.
          if (name.startsWith('.vite/written.')) rendered[name] = '{}';
        for (const [name, html] of Object.entries(rendered))
          if (name.endsWith('.html')) rendered[name] = await vite.transformIndexHtml('/', html);
        await writePages(folder, rendered);
      };
      vite.middlewares.use((request, _response, next) => {
        if (!request.headers.accept?.includes('text/html')) return next();
        void (fresh ??= write()).finally(next);
      });
    },
  };
}
