import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from './app.tsx';
import { preloadPath } from './pages.ts';

export { firstReads } from './first-reads.ts';

/** The markup of a path, as a visitor without a session gets it. */
export async function prerender(path: string): Promise<string> {
  await preloadPath(path);
  return renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>,
  );
}
