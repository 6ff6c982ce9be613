/**
 * Runs before the first paint, inline, so that neither the theme nor the signed-in look nor another
 * view flashes. It must stay free of imports: the build puts it into the pages and hashes it for
 * the Content-Security-Policy.
 */
export const THEME_BOOT =
  "(function(d){try{var t=localStorage.getItem('theme');" +
  "if(t!=='light'&&t!=='dark')t=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';" +
  "d.dataset.theme=t;if(t==='dark')document.querySelector('meta[name=theme-color]').content='#0E0F10';" +
  "if(/[?&]mode=(register|forgot)/.test(location.search))d.dataset.view='other';" +
  "if(localStorage.getItem('session')&&localStorage.getItem('user'))d.dataset.session='stored'}" +
  "catch(e){d.dataset.theme='light'}})(document.documentElement)";
