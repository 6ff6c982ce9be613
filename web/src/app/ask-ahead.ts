/**
 * Run inline in pages whose first read is known, and ask for it before any script of the app has
 * come; with a session that has to be renewed first, the app asks. They must stay free of imports,
 * like the theme's.
 */
const READ_SESSION =
  "var s=JSON.parse(localStorage.getItem('session'))," +
  "k=localStorage.getItem('user')&&s;if(k&&s.expires_at*1000<=Date.now())return;" +
  "var h=k?{authorization:'Bearer '+s.access_token}:{};";
const ASK =
  "var f=fetch(u,{headers:h,credentials:'include'});f.catch(function(){});" +
  "window.askedAhead=[{method:'GET',url:u,headers:h,answer:f}];";
const inline = (body: string) => `(function(){try{${READ_SESSION}${body}}catch(e){}})()`;

/** With the stored session; with filters in the address the app asks. */
export const askAhead = (url: string): string =>
  inline(`if(location.search||!k)return;var u=${JSON.stringify(url)};${ASK}`);

/** Where a link leads; one that this tab has opened already, the app does not ask about. */
const KNOCK =
  "var t=/^\\/s\\/([\\w-]+)$/.exec(location.pathname),u='/api/link',n;" +
  "if(!t||sessionStorage.getItem(n='clipline:link:'+t[1]))return;h['x-link-token']=t[1];";
/**
 * And what opening it uses nothing up, it opens, as the app would (features/links/kept-visit.ts):
 * the opener is kept before it is sent, so that whoever asks again is the same visitor.
 */
const OPEN =
  'var b=JSON.stringify({opener:' +
  'btoa(String.fromCharCode.apply(null,crypto.getRandomValues(new Uint8Array(16))))' +
  ".replace(/\\+/g,'-').replace(/\\//g,'_').replace(/=+$/,'')});sessionStorage.setItem(n,b);" +
  "var o='/api/link/open',p=Object.assign({'content-type':'application/json'},h);" +
  "window.askedAhead.push({method:'POST',url:o,headers:p,body:b,answer:" +
  'f.then(function(r){return r.ok&&r.clone().json()}).then(function(l){' +
  "if(l&&l.needsReveal===false)return fetch(o,{method:'POST',headers:p,body:b," +
  "credentials:'include'})}).catch(function(){})});";

export const OPEN_AHEAD = inline(KNOCK + ASK + OPEN);
