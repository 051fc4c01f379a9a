import { Component, type ReactNode } from 'react';

/** What a boundary gives to its fallback. */
export interface Failure {
  /** How often the widget has failed since it was last drawn well, from 1. */
  readonly times: number;
  /** What was thrown, of the last failure. */
  readonly error: unknown;
  /** Draws the widget again. */
  readonly retry: () => void;
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** What replaces the widget. */
  readonly fallback: (failure: Failure) => ReactNode;
}

interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly times: number;
  readonly error: unknown;
}

/** Keeps the failure of one widget inside it (ERR-03). React still writes the error to the console. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, times: 0, error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error };
  }

  override componentDidCatch() {
    this.setState(({ times }) => ({ times: times + 1 }));
  }

  readonly retry = () => this.setState({ failed: false });

  override render() {
    const { failed, times, error } = this.state;
    return failed ? this.props.fallback({ times, error, retry: this.retry }) : this.props.children;
  }
}
