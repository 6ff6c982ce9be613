// First, for texts may be read while modules load.
import '../lib/language.ts';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { RESTARTED } from '../html/restarted.ts';
import { followTheme } from '../lib/theme.ts';
import { App } from './app.tsx';
import { preload } from './preload.ts';

followTheme();
const root = document.getElementById('root')!;
const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);

function start(): void {
  // What the server wrote there is replaced at once: it tells less than the app does.
  const isPrerendered = root.childElementCount > 0 && !('written' in root.dataset);
  if (isPrerendered) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

// The error boundary tells of a failed download. Awaited at the top, the pages would wait for this
// chunk and it for them.
preload(location.pathname)
  .then(() => sessionStorage.removeItem(RESTARTED))
  .then(start, start);
