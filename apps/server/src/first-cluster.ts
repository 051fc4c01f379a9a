/** Read before all else of the server, so that the cluster of a first start is made meanwhile. */
import { loadConfig } from './platform/config/config.ts';
import { beginCluster } from './platform/db/embedded/cluster.ts';

try {
  const { databaseUrl, dataDir } = loadConfig(process.env);
  if (databaseUrl === undefined) beginCluster(dataDir);
} catch {
  // the start finds it again, and says what it is
}
