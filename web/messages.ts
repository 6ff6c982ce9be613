import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Language } from '@clipline/contract/languages.ts';
import type { Plugin } from 'vite';

const web = import.meta.dirname;
const project = path.join(web, 'project.inlang');
const texts = path.join(web, 'messages');
const compiled = path.join(web, 'src', 'paraglide');

/** Where no plugin has put a text in its place, in a plain Node process for one. */
const STATIC = `(import.meta.env?.LANGUAGE ?? 'en')`;

function parseTexts(name: string, json: string): Record<string, unknown> {
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch (error) {
    // The compiler would print itself instead of a file's name.
    throw new Error(`messages/${name} is no JSON: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Makes functions of messages/, one for each text, unless these very texts were compiled before.
 */
export async function compileMessages(): Promise<void> {
  const recipe = createHash('sha256').update(await readFile(import.meta.filename));
  const sources = (await readdir(texts, { recursive: true }))
    .filter((name) => name.endsWith('.json'))
    .toSorted();
  for (const source of [
    path.join(project, 'settings.json'),
    ...sources.map((name) => path.join(texts, name)),
  ])
    recipe.update(path.basename(source)).update(await readFile(source));
  const stamp = path.join(compiled, '.compiled');
  const hash = recipe.digest('hex');
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === hash) return;
  for (const name of sources) parseTexts(name, await readFile(path.join(texts, name), 'utf8'));
  const { compile } = await import('@inlang/paraglide-js');
  // Beside the old ones and put in their place at the end: two processes that compile at once do
  // not meet in one folder.
  const workshop = await mkdtemp(path.join(web, '.build-'));
  const fresh = path.join(workshop, 'paraglide');
  await compile({
    project,
    outdir: fresh,
    outputStructure: 'message-modules',
    strategy: ['baseLocale'],
    experimentalStaticLocale: STATIC,
    disableAsyncLocalStorage: true,
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
  });
  await writeFile(path.join(fresh, path.basename(stamp)), hash);
  await rename(compiled, path.join(workshop, 'old')).catch(() => undefined);
  // Fails when the other process was quicker, with the same texts.
  await rename(fresh, compiled).catch(async (error: unknown) => {
    if ((await readFile(stamp, 'utf8').catch(() => '')) !== hash) throw error;
  });
  await rm(workshop, { recursive: true });
}

const IMPORT = /^import \{ m \} from '[./]+\/paraglide\/messages\.js';$/m;
const USE = /\bm\.(\w+)\((\))?/g;
const MESSAGE_MODULE = /\/src\/paraglide\/messages\/((?!_)\w+)\.js$/;

/** A text that is the same whatever it is given; undefined for one with placeholders or forms. */
const plain = (message: unknown): string | undefined =>
  typeof message === 'string' && !/[{}\\]/.test(message) ? message : undefined;

/** Every text of a language by its key. */
export async function readTexts(language: Language): Promise<Record<string, unknown>> {
  const folder = path.join(texts, language);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const all = await Promise.all(
    files.map(async (name) =>
      parseTexts(`${language}/${name}`, await readFile(path.join(folder, name), 'utf8')),
    ),
  );
  return Object.assign({}, ...all) as Record<string, unknown>;
}

/**
 * Puts the texts of one language where they are used: a plain text as itself, any other as an
 * import of its own function. Through the one module that holds all functions every page would need
 * every text.
 */
export function messages(): Plugin {
  let language: Language = 'en';
  let known: Record<string, unknown> = {};
  return {
    name: 'messages',
    enforce: 'pre',
    config: () => compileMessages(),
    async configResolved({ define }) {
      language = JSON.parse(String(define?.['import.meta.env.LANGUAGE'] ?? '"en"')) as Language;
      known = await readTexts(language);
    },
    async handleHotUpdate({ file, server }) {
      if (!file.startsWith(texts)) return;
      await compileMessages();
      known = await readTexts(language);
      server.moduleGraph.invalidateAll();
      server.ws.send({ type: 'full-reload' });
    },
    transform(code, id) {
      const [, message] = MESSAGE_MODULE.exec(id) ?? [];
      if (message) {
        // All languages are in it, and a choice of one at run time: the choice is made.
        const chosen = code
          .replace(/^import \{[^}]*\} from '\.\.\/runtime\.js';$/m, '')
          .replace(/^export const [\s\S]*/m, `export const ${message} = ${language}_${message};`);
        if (!chosen.includes(`const ${language}_${message} =`))
          this.error(`messages: ${message} is compiled to something else than expected`);
        return { code: chosen, map: null };
      }
      if (!IMPORT.test(code)) return undefined;
      const own = new Set<string>();
      const replaced = code.replace(USE, (_use, key: string, closed?: string) => {
        if (!(key in known)) this.error(`messages: there is no text ${key}`);
        const text = closed && plain(known[key]);
        if (text !== undefined && text !== '') return JSON.stringify(text);
        own.add(key);
        return `m_${key}(${closed ?? ''}`;
      });
      const imports = [...own].map(
        (key) =>
          `import { ${key} as m_${key} } from ${JSON.stringify(path.join(compiled, 'messages', `${key}.js`))};`,
      );
      return { code: replaced.replace(IMPORT, imports.join(' ')), map: null };
    },
  };
}
