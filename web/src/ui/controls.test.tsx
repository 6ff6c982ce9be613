import '../styles/main.css';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from './button.tsx';
import { ArrowList } from './card.tsx';
import { Checkbox, PasswordField } from './field.tsx';
import { ScrollArea } from './scroll-area.tsx';
import { SearchInput } from './search-input.tsx';
import { SortField, type Sorting } from './select.tsx';
import { Switch } from './switch.tsx';

const KINDS = [
  { value: 'all', label: 'All' },
  { value: 'text', label: 'Text' },
  { value: 'file', label: 'Files' },
] as const;
type Kind = (typeof KINDS)[number]['value'];
const press = (keys: string) => userEvent.keyboard(keys);
const focus = (element: Element) => (element as HTMLElement).focus();

beforeEach(() => page.viewport(800, 600));

test('a button that starts a change starts it once, however fast it is pressed', async () => {
  const begun: number[] = [];
  function Some() {
    const [pending, setPending] = useState(false);
    const begin = () => {
      begun.push(begun.length);
      // What runs is told in a turn of its own.
      setTimeout(() => setPending(true));
    };
    return (
      <>
        <Button pending={pending} onClick={begin}>
          Save
        </Button>
        <Button onClick={() => setPending(false)}>Done</Button>
      </>
    );
  }
  await render(<Some />);
  const save = page.getByRole('button', { name: 'Save' });
  const twice = () => [1, 2].forEach(() => (save.element() as HTMLElement).click());
  twice();
  await expect.element(save).toHaveAttribute('aria-busy', 'true');
  twice();
  expect(begun).toHaveLength(1);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(save).not.toHaveAttribute('aria-busy');
  twice();
  expect(begun).toHaveLength(2);
});

describe('a search field', () => {
  function Some() {
    const [value, setValue] = useState('');
    return (
      <>
        <SearchInput label="Search" value={value} onValueChange={setValue} />
        <ArrowList label="Found">
          {['one', 'two'].map((name) => (
            <li key={name}>
              <button type="button" data-grid-item>
                {name}
              </button>
            </li>
          ))}
        </ArrowList>
      </>
    );
  }
  const field = () => page.getByRole('textbox', { name: 'Search' });

  test('is emptied by Escape and by its button, which gives focus back', async () => {
    await render(<Some />);
    expect(page.getByRole('button', { name: 'Clear search' }).query()).toBeNull();
    await field().fill('milk');
    await press('{Escape}');
    await expect.element(field()).toHaveValue('');
    await field().fill('milk');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.element(field()).toHaveValue('');
    await expect.element(field()).toHaveFocus();
  });

  test('down leads to what was found, and arrows go on there', async () => {
    await render(<Some />);
    focus(field().element());
    await press('{ArrowDown}');
    await expect.element(page.getByRole('button', { name: 'one' })).toHaveFocus();
    await press('{ArrowDown}');
    await expect.element(page.getByRole('button', { name: 'two' })).toHaveFocus();
  });
});

describe('a password', () => {
  const field = () => page.getByLabelText('Password', { exact: true });

  test('is shown and hidden, and stays what it is', async () => {
    await render(<PasswordField label="Password" />);
    await field().fill('secret');
    await expect.element(field()).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.element(field()).toHaveAttribute('type', 'text');
    await expect.element(field()).toHaveValue('secret');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect.element(field()).toHaveAttribute('type', 'password');
  });

  test('what is wrong with it is read with it', async () => {
    await render(<PasswordField label="Password" error="Too short" hint="Six characters" />);
    await expect.element(field()).toHaveAccessibleDescription('Too short Six characters');
    await expect.element(field()).toBeInvalid();
  });
});

describe('on and off', () => {
  function Some() {
    const [open, setOpen] = useState(false);
    const [told, setTold] = useState(false);
    return (
      <>
        <Switch label="Open" hint="To anyone" checked={open} onCheckedChange={setOpen} />
        <Checkbox label="Tell me" hint="By mail" checked={told} onCheckedChange={setTold} />
      </>
    );
  }

  test.each([
    ['switch', 'Open', 'To anyone'],
    ['checkbox', 'Tell me', 'By mail'],
  ] as const)('a %s is turned by itself, by its words and by a key', async (role, name, hint) => {
    await render(<Some />);
    const control = page.getByRole(role, { name });
    await expect.element(control).toHaveAccessibleDescription(hint);
    await control.click();
    await expect.element(control).toBeChecked();
    await page.getByText(name).click();
    await expect.element(control).not.toBeChecked();
    focus(control.element());
    await press(' ');
    await expect.element(control).toBeChecked();
  });
});

test('a list is sorted by one thing, either way round', async () => {
  function Some() {
    const [shown, setShown] = useState<Sorting<Kind>>({ sort: 'all', order: 'desc' });
    return (
      <>
        <SortField
          options={KINDS}
          controls={{ shown, change: (change) => setShown({ ...shown, ...change }) }}
        />
        <p>{`${shown.sort} ${shown.order}`}</p>
      </>
    );
  }
  await render(<Some />);
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Sort By' }), 'Files');
  await page.getByRole('button', { name: 'Descending. Sort ascending' }).click();
  await expect.element(page.getByText('file asc')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Ascending. Sort descending' }).click();
  await expect.element(page.getByText('file desc')).toBeInTheDocument();
});

test('a long text is scrolled by the keyboard', async () => {
  await render(
    <ScrollArea label="Text" className="h-20 overflow-auto">
      <div style={{ height: 1000 }}>Long</div>
    </ScrollArea>,
  );
  await press('{Tab}');
  const area = page.getByRole('group', { name: 'Text' });
  await expect.element(area).toHaveFocus();
  await press('{End}');
  await expect.poll(() => area.element().scrollTop).toBeGreaterThan(0);
});
