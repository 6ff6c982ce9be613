export { Coloured } from './colours.tsx';
export { Markdown } from './markdown.tsx';
export { Table } from './table.tsx';
