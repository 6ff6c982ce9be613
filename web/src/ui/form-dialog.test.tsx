import '../styles/main.css';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FormDialog } from './dialog.tsx';
import { Input } from './field.tsx';
import { dialogs, Overlays } from './overlays.tsx';

interface FormProps {
  onSubmit: () => void;
  pending?: boolean;
}

const Form = ({ onSubmit, pending = false }: FormProps) => (
  <FormDialog title="New room" submit="Create" pending={pending} onSubmit={onSubmit}>
    <Input aria-label="Name" />
    <Input aria-label="Topic" />
  </FormDialog>
);

const open = dialogs(async () => ({ Form }));

async function show(props: FormProps): Promise<void> {
  await render(
    <MemoryRouter>
      <Overlays />
    </MemoryRouter>,
  );
  open('Form', props);
}

test('the button sends it, and Enter in any field', async () => {
  const onSubmit = vi.fn();
  await show({ onSubmit });
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.poll(() => onSubmit).toHaveBeenCalledTimes(1);
  await page.getByRole('textbox', { name: 'Topic' }).click();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onSubmit).toHaveBeenCalledTimes(2);
});

test('while it is on its way the button sends nothing; Cancel closes it', async () => {
  const onSubmit = vi.fn();
  await show({ onSubmit, pending: true });
  await page.getByRole('button', { name: 'Create' }).click({ force: true });
  expect(onSubmit).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
