/**
 * Runs inline in a page whose first read is known, and asks for it with the stored session; with
 * filters in the address, or a session that has to be renewed first, the app asks. It must stay
 * free of imports, like the theme's.
 */
export const askAhead = (url: string): string =>
  "(function(){try{var s=JSON.parse(localStorage.getItem('session'));" +
  "if(location.search||!s||!localStorage.getItem('user')||s.expires_at*1000<=Date.now())return;" +
  `var u=${JSON.stringify(url)},a='Bearer '+s.access_token,f=fetch(u,{headers:{authorization:a},credentials:'include'});` +
  'f.catch(function(){});window.askedAhead={url:u,authorization:a,answer:f}}catch(e){}})()';
