import { expect, test } from 'vitest';
import { MAX_TEXT_BYTES } from './limits.ts';
import { beginningOf, kindOfText, languageOf } from './text-kinds.ts';
import { wellFormed } from './well-formed.ts';

const filled = (piece: string) =>
  piece.repeat(Math.floor(MAX_TEXT_BYTES / new TextEncoder().encode(piece).length));

test.each([
  [
    'lines of prose',
    'Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte, fand er sich\n',
  ],
  ['lines of a log', '2026-11-22T14:03:05.123Z info GET /api/clipboard/history 200 3.1 ms\n'],
  ['Russian', 'Все счастливые семьи похожи друг на друга, каждая несчастливая семья \n'],
  ['Thai, with its spaces', 'ภาษาไทยเป็นภาษาที่มีระบบเขียน ภาษาไทย '.repeat(20) + '\n'],
  ['Chinese, without any', '道可道非常道名可名非常名。'.repeat(300) + '\n'],
  ['Hindi', 'हिन्दी भाषा '.repeat(50) + '\n'],
  ['letters with twenty marks', 'a' + '\u0301'.repeat(20) + ' '.repeat(80) + '\n'],
  ['one line', '{"key":"value","n":12345},'],
  ['one line of prose', '“Zwölf Boxkämpfer” – sagt man … '],
  ['lines of ten letters', 'abcdefghij\n'],
  ['emoji', '👩‍👩‍👧‍👦 '.repeat(20) + '\n'],
])('half a megabyte of %s is laid out whole', (_what, piece) => {
  const text = filled(piece);
  expect(beginningOf(text) === text).toBe(true);
});

test.each([
  ['marks on one letter', '\u0301'],
  ['marks with a letter now and then', 'a' + '\u0301'.repeat(2500)],
  ['Thai without spaces', 'ภาษาไทยเป็นภาษาที่มีระบบเขียน'],
  ['Khmer without spaces', 'ភាសាខ្មែរជាភាសាកំណើត'],
  ['Arabic without spaces', 'العربية'],
  ['marks, each on a letter of its own', 'a\u0301'],
  ['selectors of variants', '\u{e0100}'],
  ['one line with a letter beyond Latin', '{"key":"value","n":"ж"},'],
  ['empty lines', '\n'],
  ['lines of one letter', 'a\n'],
])('of half a megabyte of %s the beginning', (_what, piece) => {
  const text = filled(piece);
  const part = beginningOf(text);
  expect(part.length).toBeLessThanOrEqual(4000);
  expect(part.length).toBeGreaterThan(3900);
  expect(text.startsWith(part.slice(0, -1))).toBe(true);
  expect(part).toBe(wellFormed(part));
});

test('a short text is always whole', () => {
  for (const piece of ['\u0301', '\n', 'ก']) {
    const text = piece.repeat(4000);
    expect(beginningOf(text)).toBe(text);
  }
});

test.each([
  [
    'python',
    'import os\n\ndef main():\n    print("hi")\n\nif __name__ == "__main__":\n    main()\n',
  ],
  ['python', '#!/usr/bin/env python3\nprint("hi")'],
  [
    'python',
    'class Clip(Base):\n    """A text."""\n    def __init__(self, text):\n        self.text = text\n',
  ],
  ['yaml', 'services:\n  web:\n    image: nginx:1.27\n    ports:\n      - "80:80"\n'],
  ['yaml', '# pipeline\non: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n'],
  [
    'yaml',
    '# stack\nservices:\n  web:\n    environment:\n      TZ: Europe/Berlin\n    ports:\n      - "80:80"\n',
  ],
  [
    'yaml',
    '# build\non: push\njobs:\n  test:\n    steps:\n      - uses: a/b@v4\n      - run: |\n          npm ci\n          # all\n          npm test\n',
  ],
  ['yaml', 'responses:\n  "200":\n    description: OK\n    content: {}\n'],
  [
    'yaml',
    'paths:\n  /pets/{id}:\n    get:\n      description: >-\n        **One** pet,\n        - or none\n',
  ],
  ['yaml', 'Resources:\n  # files\n  Bucket:\n    Type: AWS::S3::Bucket\n'],
  ['yaml', 'text: |\n  ```sh\n  ls\n  ```\nmore: 1\nlast: 2\n'],
  ['yaml', '# c\nbase: &base\n  a: 1\nnext:\n  <<: *base\n'],
  ['csv', 'name,age,city\nAda,36,London\nGrace,85,Arlington\n'],
  ['csv', 'item;qty;price\ncoffee;2;7,40\nmilk;6;1,15\n'],
  ['csv', 'name\tage\nAda\t36\n'],
  ['csv', 'who,what\n"Hopper, Grace",COBOL\n"Lovelace, Ada",notes\n'],
  ['shell', 'git switch -c fix && git cherry-pick 9f31c2e'],
  ['shell', '#!/bin/sh\nset -e\nfor f in *.txt; do\n  wc -l "$f"\ndone\n'],
  ['shell', '# build first\nnpm_config_x=1\nexport A=2\ncd web\necho done\n'],
  ['sql', 'SELECT a, b\nFROM c\nWHERE d = 1;'],
  ['json', '{"a": [1, 2]}'],
  ['typescript', 'const answer = () => 42;\nexport { answer };'],
  [
    'typescript',
    "import { useState } from 'react';\n\nexport function useIt<T>(value: T): T {\n  const [held] = useState(value);\n  return held;\n}\n",
  ],
  ['typescript', '/**\n * `a`\n * b\n */\nconst a = list[0](b);\nexport const c = `${a}`;\n'],
  ['typescript', "export const held = useDebounced('value', 300); // stands still\n"],
  ['html', '<!doctype html>\n<div>\n  <b>x</b>\n</div>'],
  ['html', '<?xml version="1.0"?>\n<feed>\n  <entry/>\n</feed>'],
  ['css', '.card {\n  color: red;\n  margin: 0 auto;\n}\n'],
  ['css', '@media print {\n  a:hover {\n    color: var(--ink);\n  }\n}\n'],
  ['go', 'package main\n\nimport "fmt"\n\nfunc main() {\n\tx := 1\n\tfmt.Println(x)\n}\n'],
  ['rust', 'use std::fs;\n\nfn main() {\n    let mut x = 1;\n    println!("{x}");\n}\n'],
  [
    'java',
    'package a.b;\n\npublic class Main {\n  public static void main(String[] args) {\n    System.out.println(1);\n  }\n}\n',
  ],
  ['markdown', '# Sprint review\n\n## Done\n- [x] Composer\n- [ ] Colours\n\n> Ship it.\n'],
  ['markdown', 'Run this:\n\n```sh\nnpm test\n```\n'],
  ['markdown', '| who | what |\n|---|---|\n| Ada | **notes** |\n'],
  ['markdown', '# Meeting\nDate: Monday\nPlace: here\n\n- one point\n- another\n'],
  ['markdown', '# Groceries\n\n- milk\n- eggs\n'],
  ['markdown', '# Title\n\nA paragraph of words.\n\n1. first\n2. second\n'],
  ['markdown', '## Use\n\nSee [the docs](https://example.com/a_(b)).\n'],
  ['markdown', '# Links\n\nhttps://example.com/a\n\n- b\n'],
  ['markdown', '# Note\n\n**Bold**\n'],
  ['markdown', '---\ntitle: Post\n---\n\n# Post\n\nIt says **this**.\n'],
  ['markdown', '> quoted\n\nand `code`\n'],
  ['markdown', '---\ntitle: Post\n# draft\n---\n# Post\n'],
  ['markdown', '# Changes\n\n* **smtp:** a wait\n* yargs is [new](https://example.com/)\n'],
  ['yaml', '# c\r\ninstall:\r\n  # d\r\n  - ps: a\r\n  - npm b\r\nbuild: off\r\n'],
  ['text', 'all:\n\tgcc a.c\nclean:\n\trm a\n'],
  ['text', '# - build\ndist\nbuild\n# see [docs](https://a.b)\ncoverage\n'],
  ['yaml', 'on:\n  push:\n    branches: [\n      main,\n    ]\n'],
  ['markdown', 'Title\n-----\n- a\n'],
  ['text', '# Python\n__pycache__/\n*.py[cod]\n\n# Files\n**/dist/**\n!keep.me\n'],
  ['text', '# owners\n* @org/team\n/docs/ @org/writers\n'],
  ['text', '# m h dom mon dow\n0 5 * * 1 tar -zcf /var/backups/home.tgz /home/\n* * * * * true\n'],
  ['text', '# dev\nflask==2.0\n# - see `pip`\nrequests>=2\n'],
  ['text', '# build with `docker`\nFROM node:26\n# - quick\nRUN npm ci\nCMD ["node", "a.js"]\n'],
  ['text', '# a [b](c)\nkey = 1\n# - `d`\nother = 2\n'],
  ['shell', '# set `A`\nA=bc\n# - and\nB="d e"\nC=false\n'],
  [
    'code',
    '# upstream\n# - one\nserver {\n  listen 80;\n  # `b`\n  location / {\n    root /srv;\n  }\n}\n',
  ],
  ['code', '#include <stdio.h>\nint main(void) {\n  printf("hi");\n  return 0;\n}\n'],
  ['text', ''],
  ['text', '# A title alone\nand a line'],
  ['text', 'Buy:\n- milk\n- eggs\n'],
  ['text', 'Dear Ada, thank you\nHello Grace, see you\nHi Jean, so long\n'],
  ['text', 'milk, eggs\nbread, butter\nsalt, pepper\n'],
  ['text', 'Name: Ada\nPhone: 555 0100\n'],
  ['text', 'If it rains:\nwe stay at home.\n'],
  ['text', '\tAn indented line\n\tand another'],
] as const)('%s: %j', (language, text) => expect(languageOf(text)).toBe(language));

test('Markdown is read as prose, a table in columns', () => {
  expect(kindOfText('# A\n\n- **b**')).toBe('text');
  expect(kindOfText('a\tb\nc\td')).toBe('code');
});

test('a long text is recognised by its beginning', () => {
  expect(languageOf('name,age\n' + 'Ada,36\n'.repeat(500))).toBe('csv');
  expect(languageOf('x = [\n'.repeat(400))).not.toBe('markdown');
});
