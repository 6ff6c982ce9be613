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
  'window.askedAhead={url:u,headers:h,answer:f}';
const inline = (body: string) => `(function(){try{${READ_SESSION}${body}${ASK}}catch(e){}})()`;

/** With the stored session; with filters in the address the app asks. */
export const askAhead = (url: string): string =>
  inline(`if(location.search||!k)return;var u=${JSON.stringify(url)};`);

/** Where a link leads; one that this tab has opened already, the app does not ask about. */
export const KNOCK_AHEAD = inline(
  "var t=/^\\/s\\/([\\w-]+)$/.exec(location.pathname),u='/api/link';" +
    "if(!t||sessionStorage.getItem('clipline:link:'+t[1]))return;h['x-link-token']=t[1];",
);
