/**
 * Runs inline in every page: a browser offers to install the app once in the life of a page, before
 * the app may have come, and is kept from doing so by itself. Like the theme's it must stay free of
 * imports. The offer waits for the account page (features/account/install-offer.ts).
 */
export const INSTALL_BOOT =
  ";addEventListener('beforeinstallprompt',function(e){e.preventDefault();window.installOffer=e})";
