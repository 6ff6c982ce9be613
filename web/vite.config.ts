import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunks } from './chunks.ts';
import { subsetFonts } from './fonts/subset.ts';
import { declarativeRouter } from './declarative-router.ts';
import { directIcons } from './direct-icons.ts';
import { messages } from './messages.ts';
import { queriesWithoutSuspense } from './queries-without-suspense.ts';
import { websocketOnly } from './websocket-only.ts';
import { THEME_BOOT } from './src/app/theme-boot.ts';

const server = `http://localhost:${process.env['PORT'] ?? 3000}`;

export default defineConfig(async ({ isSsrBuild }) => {
  await subsetFonts();
  return {
    root: import.meta.dirname,
    plugins: [
      messages(),
      directIcons(),
      websocketOnly(),
      declarativeRouter(),
      queriesWithoutSuspense(),
      react(),
      tailwindcss(),
      {
        name: 'theme-boot',
        transformIndexHtml: (html: string) =>
          html.replace('<!--boot-->', `<script>${THEME_BOOT}</script>`),
      },
    ],
    build: {
      manifest: true,
      // One stylesheet: it is inlined into the prerendered pages, and a second request would cost
      // more than its bytes.
      cssCodeSplit: false,
      // A data: font or image would need a wider Content-Security-Policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          // The renderer is read from the disk, and waits inside for what a browser fetches later:
          // pieces of their own would wait for each other.
          codeSplitting: isSsrBuild || {
            groups: [
              {
                name: 'react',
                test: /rolldown.runtime|node_modules\/(react|react-dom|scheduler|react-router)\//,
              },
              ...chunks,
            ],
          },
        },
      },
    },
    // Found one by one, each would reload the page, in the middle of a component's test too.
    optimizeDeps: {
      include: [
        'react',
        'react-dom',
        'react-dom/client',
        'react/jsx-dev-runtime',
        'react-router',
        '@tanstack/react-query',
        '@base-ui/react/dialog',
        'lucide-react',
        'qrcode.react',
        'socket.io-client',
      ],
    },
    server: {
      proxy: { '/api': server, '/socket.io': { target: server, ws: true } },
    },
  };
});
