// First, for texts may be read while modules load.
// oxlint-disable-next-line import/no-unassigned-import
import '../lib/language.ts';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
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

// A failed download is shown by the error boundary, which offers to try again.
await preload(location.pathname).catch(() => undefined);
if (root.childElementCount > 0) hydrateRoot(root, app);
else createRoot(root).render(app);
