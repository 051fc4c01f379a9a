type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The columns that an input speaks of: those that are undefined are left out, and so keep what they hold. */
export function givenColumns<T extends object>(columns: T): Given<T> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Given<T>;
}
