import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Field, Input, PasswordField } from './field.tsx';

test('label, error and control belong together', async () => {
  const { rerender } = await render(
    <Field label="Email">{(control) => <Input {...control} />}</Field>,
  );
  await expect.element(page.getByLabelText('Email')).toBeValid();
  await rerender(
    <Field label="Email" error="Email is required">
      {(control) => <Input {...control} />}
    </Field>,
  );
  await expect.element(page.getByLabelText('Email')).toBeInvalid();
  await expect
    .element(page.getByLabelText('Email'))
    .toHaveAccessibleDescription('Email is required');
});

test('a password can be shown and hidden', async () => {
  await render(<PasswordField label="New Password" defaultValue="secret" />);
  const field = page.getByRole('textbox', { name: 'New Password' });
  await expect
    .element(page.getByLabelText('New Password', { exact: true }))
    .toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show new password' }).click();
  await expect.element(field).toHaveValue('secret');
  await page.getByRole('button', { name: 'Hide new password' }).click();
  await expect
    .element(page.getByLabelText('New Password', { exact: true }))
    .toHaveAttribute('type', 'password');
});
