import { isTest } from './source-files.ts';

/** Files of apps and packages without tests: what somebody must find his way in. */
export const mostProductFiles = 1800;

/** Files of one folder, tests among them; not those of its folders. */
export const mostFilesInFolder = 25;

/** Where a tree of these files is too large, one line each. */
export function sizeBreachesIn(paths: readonly string[]): string[] {
  const product = paths.filter((path) => /^(?:apps|packages)\//.test(path) && !isTest(path)).length;
  const folders = Map.groupBy(paths, (path) => path.slice(0, path.lastIndexOf('/')));
  return [
    ...(product > mostProductFiles
      ? [`apps and packages have ${product} files, over ${mostProductFiles}: join what is one idea`]
      : []),
    ...[...folders]
      .filter(([, files]) => files.length > mostFilesInFolder)
      .map(
        ([folder, files]) =>
          `${folder} has ${files.length} files, over ${mostFilesInFolder}: make folders of it`,
      ),
  ];
}
