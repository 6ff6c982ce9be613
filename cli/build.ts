import path from 'node:path';
import { build } from 'vite';

/** Puts the command into a folder: one file that needs nothing but Node 20. */
export async function buildCli(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate'] },
    build: {
      ssr: path.join(import.meta.dirname, 'src/main.ts'),
      target: 'node20',
      minify: true,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        output: {
          entryFileNames: 'clipline.mjs',
          codeSplitting: false,
          banner: '#!/usr/bin/env node',
        },
      },
    },
  });
}

const [, , folder] = process.argv;
if (import.meta.main && folder !== undefined) await buildCli(path.resolve(folder));
