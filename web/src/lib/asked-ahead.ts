/** A call that the page sent by itself, before any script of the app had come. */
interface AskedAhead {
  readonly url: string;
  readonly authorization: string;
  readonly answer: Promise<Response>;
}

declare global {
  interface Window {
    askedAhead?: AskedAhead | undefined;
  }
}

/** Later than this after the page was opened its answer is too old to show. */
const USEFUL_MS = 30_000;

/**
 * Runs inline in a page whose first read is known, and asks for it with the stored session; with filters in the address, or a session
 * that has to be renewed first, the app asks. It must stay free of imports, like the theme's.
 */
export const askAhead = (url: string): string =>
  "(function(){try{var s=JSON.parse(localStorage.getItem('session'));" +
  "if(location.search||!s||!localStorage.getItem('user')||s.expires_at*1000<=Date.now())return;" +
  `var u=${JSON.stringify(url)},a='Bearer '+s.access_token,f=fetch(u,{headers:{authorization:a},credentials:'include'});` +
  'f.catch(function(){});window.askedAhead={url:u,authorization:a,answer:f}}catch(e){}})()';

/** The answer to this call, if the page has asked for it already; it is given once. */
export function takeAskedAhead(url: string, authorization: string | undefined): Promise<Response> | undefined {
  const asked = window.askedAhead;
  if (asked?.url !== url || asked.authorization !== authorization) return undefined;
  window.askedAhead = undefined;
  return performance.now() < USEFUL_MS ? asked.answer : undefined;
}
