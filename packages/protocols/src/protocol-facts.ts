/**
 * What a protocol's page (`docs/protocols/<name>.md`, made from the registry) says beside what code and vectors show:
 * names for people, in English. Each protocol keeps its own in `<name>/facts.ts`.
 */
export interface ProtocolFacts {
  /** Makers with their series or models, one line each: `Concox: GT06N, GV20, X3`. Never empty. */
  readonly models: readonly string[];
  /** Kinds of messages that are read, and variants of the wire, one line each, without a full stop. Never empty. */
  readonly reads: readonly string[];
  /** Documents and public code that the layout was taken from, one line each. Never empty. */
  readonly sources: readonly string[];
}
