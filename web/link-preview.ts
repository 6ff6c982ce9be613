/** What messengers and search engines show of the landing page. The server knows its own address and puts it in for %PUBLIC_URL%. */
export const TITLE = 'Clipline: Clipboard Anywhere, Instantly';
const DESCRIPTION = 'Copy on one device, paste on the next. Share text and files by link or QR code, live, and work together in rooms.';

const properties = {
  'og:type': 'website',
  'og:site_name': 'Clipline',
  'og:title': TITLE,
  'og:description': DESCRIPTION,
  'og:url': '%PUBLIC_URL%/',
  'og:image': '%PUBLIC_URL%/preview.jpg',
  'og:image:width': '1200',
  'og:image:height': '630',
  'og:image:alt': 'Clipline: a clip written in a browser turns up on a phone',
  'twitter:card': 'summary_large_image',
};

export const linkPreview = [
  `<link rel="canonical" href="%PUBLIC_URL%/" />`,
  ...Object.entries(properties).map(([property, content]) => `<meta property="${property}" content="${content}" />`),
];
