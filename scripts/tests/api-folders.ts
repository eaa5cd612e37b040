/** A feature on any of its three sides; its tests over HTTP lie in the server's folder. */
const OF_FEATURE = /^(?:server|shared|web)\/features\/([\w-]+)\//;
const OF_SERVER = /^server\/(?!features\/)([\w-]+)\//;

/**
 * Returns the folders whose API tests judge the changed files: those of the features, and of the
 * server's other parts. Rules and texts are held by units.
 */
export function apiFolders(changed: readonly string[]): string[] {
  const folders = changed.flatMap((file) => {
    const feature = OF_FEATURE.exec(file)?.[1];
    if (feature !== undefined) return [`server/features/${feature}/`];
    const part = OF_SERVER.exec(file)?.[1];
    return part === undefined ? [] : [`server/${part}/`];
  });
  return [...new Set(folders)].toSorted();
}
