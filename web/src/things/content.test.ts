import { describe, expect, it } from 'vitest';
import { isPicture, kindOf } from './content.ts';

const ofText = (content: string) => kindOf({ content, files: [] });
const file = (type: string) => ({ files: [{ type }] });

describe('the kind of a content', () => {
  it.each([
    ['', 'text'],
    ['Dinner list: basil, two lemons, burrata', 'text'],
    ['We should go; the train leaves at ten (I think).', 'text'],
    ['Let me import the boxes tomorrow.', 'text'],
    ['https://example.com', 'link'],
    ['https://status.example.com/8841 — follow up', 'link'],
    ['see https://example.com', 'text'],
    ['git switch -c fix && git cherry-pick 9f31c2e', 'code'],
    ['ssh -i ~/.ssh/id_ed25519 ada@bastion.example.net', 'code'],
    ['curl -fsS https://example.com/install.sh | sh', 'code'],
    ['export PATH="$HOME/.local/bin:$PATH"', 'code'],
    ['npm install typescript@7.0.2', 'code'],
    ['make sure that the train leaves at ten. Then call.', 'text'],
    ['find Ada, then go. Or not?', 'text'],
    ['SELECT a FROM b\nWHERE c = 1', 'code'],
    ['{"a": [1, 2]}', 'code'],
    ['const answer = () => 42;\nexport { answer };', 'code'],
    ['<div>\n  <b>x</b>\n</div>', 'code'],
  ])('%j is %s', (content, kind) => expect(ofText(content)).toBe(kind));

  it('is what its text is, whatever files it has', () => {
    expect(kindOf({ content: 'x', ...file('image/png') })).toBe('text');
    expect(kindOf({ content: 'https://example.com', ...file('') })).toBe('link');
  });

  it('without a text it is its first file', () => {
    expect(kindOf({ content: ' ', ...file('application/pdf') })).toBe('file');
    expect(kindOf({ content: '', ...file('image/png') })).toBe('image');
  });

  it('shows only pictures that are delivered as such', () => {
    expect(isPicture('image/webp')).toBe(true);
    expect(isPicture('image/svg+xml')).toBe(false);
  });
});
