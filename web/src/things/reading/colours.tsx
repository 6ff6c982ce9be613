/* oxlint-disable react/no-array-index-key -- the pieces of a text have nothing but their places */
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import type { ReactNode } from 'react';

const lowlight = createLowlight({
  bash,
  css,
  go,
  java,
  json,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
});
// Scripts in HTML, and what a fence of Markdown may say.
lowlight.registerAlias({ typescript: ['javascript', 'js', 'jsx'], bash: ['shell', 'console'] });

const COLOURS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'text-violet': 'keyword literal name section selector-tag variable.language',
    'text-accent': 'string regexp symbol bullet link subst',
    'text-warn': 'number',
    'text-info': 'title attr attribute property selector-class selector-id built_in',
    'text-muted': 'comment quote meta doctag',
  }).flatMap(([colour, names]) => names.split(' ').map((name) => [name, colour])),
);

type Nodes = ReturnType<typeof lowlight.highlight>['children'];

function elementsOf(nodes: Nodes): ReactNode[] {
  return nodes.map((node, index) => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'element') return null;
    const [name = ''] = node.properties['className'] as string[];
    return (
      <span key={index} className={COLOURS[name]}>
        {elementsOf(node.children)}
      </span>
    );
  });
}

/** A text in the colours of its language, by the name a fence of Markdown may use as well. */
export function Coloured({ text, language }: { text: string; language: string }) {
  if (!lowlight.registered(language)) return text;
  return elementsOf(lowlight.highlight(language, text, { prefix: '' }).children);
}
