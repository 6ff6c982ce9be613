import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useHydrated } from '../../lib/hydrated.ts';
import { arrivalOf } from './arrival.ts';
import { AuthLayout } from './auth-layout.tsx';
import { ForgotPasswordView } from './forgot-password-view.tsx';
import { LoginView } from './login-view.tsx';
import { RegisterView } from './register-view.tsx';

/**
 * One screen, three views; which one is in the address, so that the browser's Back works between
 * them.
 */
export default function AuthPage() {
  const hydrated = useHydrated();
  const [parameters] = useSearchParams();
  const { state } = useLocation();
  const arrival = arrivalOf(hydrated ? state : null);
  const [typed, setTyped] = useState('');
  // Prerendered without a query: until this page is taken over, the stylesheet hides a view that
  // the query does not name.
  const mode = hydrated ? parameters.get('mode') : null;
  const known = { email: typed || arrival.email, onEmailChange: setTyped };
  return (
    <AuthLayout>
      <div className={hydrated ? undefined : 'boot-login'}>
        {mode === 'register' && <RegisterView {...known} />}
        {mode === 'forgot' && <ForgotPasswordView {...known} />}
        {mode !== 'register' && mode !== 'forgot' && <LoginView {...known} sent={arrival.sent} />}
      </div>
    </AuthLayout>
  );
}
