declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Events go to the data layer alone; what reads it, if anything, is configured elsewhere (contract §4). */
function report(event: string, parameters: Record<string, unknown>): void {
  window.dataLayer ??= [];
  window.dataLayer.push({ event, ...parameters });
}

/** A search term that stood still for a second (spec §5). */
export function reportSearch(term: string): void {
  report('search', { search_term: term });
}
