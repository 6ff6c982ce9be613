export { Lightbox as lightbox } from './lightbox.tsx';
