export const TOO_OLD = 'too-old';

/**
 * Run inline below the sentence that it shows, where a browser is older than those of
 * docs/browsers.md: Safari 16.4 came to look behind, Firefox 112 to `inert`, Chrome 108 to `dvh`.
 * It is ES5, which the ones that need it know, and free of imports.
 */
export const TELL_TOO_OLD =
  `(function(p){try{new RegExp('(?<=a)b');p.hidden='inert'in p&&CSS.supports('height','1dvh')}` +
  `catch(e){p.hidden=false}})(document.getElementById('${TOO_OLD}'))`;
