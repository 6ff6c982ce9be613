import '../styles/main.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { followTheme } from '../lib/theme.ts';
import { App } from './app.tsx';
import { preloadPath } from './pages.ts';

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
await preloadPath(location.pathname).catch(() => undefined);
if (root.childElementCount > 0) hydrateRoot(root, app);
else createRoot(root).render(app);
