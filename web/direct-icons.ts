import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const entry = createRequire(import.meta.url)
  .resolve('lucide-react')
  .replace(/\/cjs\/.*$/, '/esm/lucide-react.mjs');
const IMPORT = /^import \{([^}]*)\} from ['"]lucide-react['"];?$/gm;

/** The file of every icon, by each of its names. */
function iconFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const [, names, file] of readFileSync(entry, 'utf8').matchAll(
    /export \{([^}]*)\} from ["'](\.\/icons\/[^"']+)["']/g,
  )) {
    for (const [, name] of names!.matchAll(/default as (\w+)/g))
      files.set(name!, path.join(path.dirname(entry), file!));
  }
  return files;
}

/**
 * Takes each icon from its own file instead of the list of all. Through the list every page seems
 * to need every icon, and those of one page would be loaded by all.
 */
export function directIcons(): Plugin {
  const files = iconFiles();
  return {
    name: 'direct-icons',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/web/src/') || !code.includes('lucide-react')) return undefined;
      const direct = code.replace(IMPORT, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => {
            const [icon = '', local = icon] = name.split(/\s+as\s+/);
            const file = files.get(icon);
            if (!file) this.error(`direct-icons: lucide-react has no file for ${icon}`);
            return `import ${local} from ${JSON.stringify(file)};`;
          })
          .join(' '),
      );
      if (/from ['"]lucide-react['"]/.test(direct))
        this.error(`direct-icons: ${id} imports icons in a way that is not understood`);
      return { code: direct, map: null };
    },
  };
}
