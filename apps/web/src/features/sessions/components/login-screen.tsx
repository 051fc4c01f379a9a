import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { OpenIdOutcome } from '../openid-return.ts';
import { LoginForm } from './login-form.tsx';
import classes from './login-screen.module.css';
import { LoginFailure } from './sign-in-answers.tsx';

const OpenIdArrival = lazy(async () => ({
  default: (await import('./openid-arrival.tsx')).OpenIdArrival,
}));

interface LoginScreenProps {
  readonly logo: ReactNode;
  /** Language and theme, for anybody who is not signed in yet. */
  readonly preferences: ReactNode;
  /** Said above the form: why the person is here again. */
  readonly notice?: string | undefined;
  /** He comes back from the OpenID Connect provider. */
  readonly outcome?: OpenIdOutcome | undefined;
  readonly keepConnected?: boolean;
  readonly onSubmitting: () => void;
}

export function LoginScreen(props: LoginScreenProps) {
  const { logo, preferences, notice, outcome, keepConnected = false, onSubmitting } = props;
  const { text } = useTexts();
  const [isArriving, setArriving] = useState(outcome?.kind === 'arrived');
  const [failure, setFailure] = useState<Error | undefined>(
    outcome?.kind === 'failed' ? new ApiError(outcome.code, 0) : undefined,
  );
  return (
    <LoginFrame logo={logo} preferences={preferences}>
      <h1 className={classes.title}>{text('login.title')}</h1>
      {notice && (
        <p className={classes.notice} role="status">
          {notice}
        </p>
      )}
      {failure && (
        <div className={classes.outcome}>
          <LoginFailure error={failure} />
        </div>
      )}
      {isArriving ? (
        <Suspense fallback={null}>
          <OpenIdArrival
            keepConnected={keepConnected}
            onSubmitting={onSubmitting}
            onBack={() => setArriving(false)}
            onFailed={(error) => {
              setFailure(error);
              setArriving(false);
            }}
          />
        </Suspense>
      ) : (
        <>
          <LoginForm
            onSubmitting={() => {
              setFailure(undefined);
              onSubmitting();
            }}
          />
          <p className={classes.forgot}>
            <Link to="/access">{text('access.forgot')}</Link>
          </p>
        </>
      )}
    </LoginFrame>
  );
}

interface LoginFrameProps extends Pick<LoginScreenProps, 'logo' | 'preferences'> {
  readonly children: ReactNode;
}

/** What every page for who is not signed in yet stands in. */
export function LoginFrame({ logo, preferences, children }: LoginFrameProps) {
  return (
    <div className={classes.screen}>
      <main className={classes.side}>
        <div className={classes.content}>
          <div className={classes.logo}>{logo}</div>
          {children}
        </div>
        <footer className={classes.footer}>{preferences}</footer>
      </main>
      <LoginPicture />
    </div>
  );
}

/** Streets under watch, drawn in the map's own colours: what the product is for, before a word is read. */
function LoginPicture() {
  return (
    <div className={classes.picture}>
      <svg aria-hidden="true" viewBox="0 0 1200 900" preserveAspectRatio="xMidYMid slice">
        <path className={classes.water} d="M760 0c110 130 60 240 190 330s170 250 250 330V0z" />
        <path className={classes.park} d="M120 560c90-60 190-20 220 60s-40 170-130 160-180-160-90-220z" />
        <path className={classes.park} d="M640 640c70-40 150-10 170 50s-30 110-100 110-140-120-70-160z" />
        <g className={classes.edge}>
          <path d="M-20 700C300 600 520 480 640 300S760 60 800-20M-20 250C260 300 480 420 800 520s300 160 420 160M320-20c40 240-40 420 60 640s60 220 60 300" />
        </g>
        <g className={classes.road}>
          <path d="M-20 700C300 600 520 480 640 300S760 60 800-20M-20 250C260 300 480 420 800 520s300 160 420 160M320-20c40 240-40 420 60 640s60 220 60 300" />
        </g>
        <g className={classes.street}>
          <path d="M0 120l700 160M60 0l120 900M200 0l60 900M480 0l90 900M0 430l900 240M0 820l900-60M620 300l300 560M700 480l-300 400M420 120l360 300M560 0l-340 260M880 620l220 280M0 560l420 320" />
        </g>
        <path className={classes.fence} d="M560 520l160-70 130 60 20 150-150 90-140-80z" />
        <path className={classes.trace} d="M205 655C360 600 470 540 560 440S640 330 668 300" />
        <g className={classes.halo} data-tone="ignition">
          <circle cx="668" cy="300" r="34" />
        </g>
        <Vehicle x={668} y={300} course={32} tone="ignition" large />
        <Vehicle x={420} y={400} course={120} tone="online" />
        <Vehicle x={250} y={330} course={80} tone="ignition" />
        <Vehicle x={352} y={190} course={176} tone="online" />
        <Vehicle x={760} y={590} course={300} tone="ignition" />
        <Vehicle x={540} y={690} course={200} tone="offline" />
        <Vehicle x={960} y={560} course={100} tone="unknown" />
      </svg>
    </div>
  );
}

interface VehicleProps {
  readonly x: number;
  readonly y: number;
  /** Degrees clockwise from north. */
  readonly course: number;
  readonly tone: string;
  readonly large?: boolean;
}

function Vehicle({ x, y, course, tone, large = false }: VehicleProps) {
  return (
    <g
      className={classes.vehicle}
      data-tone={tone}
      transform={`translate(${x} ${y}) rotate(${course}) scale(${large ? 1.25 : 1})`}
    >
      <circle r="14" />
      <path d="M0-7.500 5 6 0 3-5 6z" />
    </g>
  );
}
