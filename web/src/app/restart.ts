/** Says that this tab loaded its page again because the app did not start; main.tsx removes it. */
export const RESTARTED = 'restarted';

/**
 * Runs inline, free of imports: a page whose scripts are gone, as it was fetched in the moment of an
 * update, is fetched again, once.
 */
export const RESTART =
  ";addEventListener('error',function(e){try{if(e.target.tagName==='SCRIPT'&&" +
  `!sessionStorage.getItem('${RESTARTED}')){sessionStorage.setItem('${RESTARTED}','1');location.reload()}}` +
  'catch(x){}},true)';
