/**
 * The code of a route's loader, or undefined if it cannot be loaded: then the page's code is
 * missing too, and the router reloads the document, as it must after a deployment.
 */
export function routeCode<T>(loading: Promise<T>): Promise<T | undefined> {
  return loading.catch(() => undefined);
}
