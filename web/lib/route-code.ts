/**
 * The code of a route's loader, or undefined where it cannot be had: then the page's own code cannot either, and for that
 * the router loads the document anew, as it has to after a deployment.
 */
export function routeCode<T>(loading: Promise<T>): Promise<T | undefined> {
  return loading.catch(() => undefined);
}
