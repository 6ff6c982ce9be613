export { KeptClipText } from '../offline/kept-clip.tsx';
export { EditableClip, OwnerClip } from './owner-clip.tsx';
