import { join } from 'node:path';
import { readBuiltFiles } from '#server/pages/client-files.ts';
import { catalogueReader, loadBuiltRenderer } from '#server/pages/render.ts';
import type {
  ChildService,
  RelatedService,
  ServiceDetail,
  ServiceListItem,
} from '#shared/features/services/schemas.ts';
import { DEFAULT_DESK_HOURS } from '#shared/rules/business-days.ts';

const DIST_DIR = join(import.meta.dirname, '../dist');
const WARM_UP = 50;
const ROUNDS = 300;

export type RenderResult = { name: string; ms: number; perSecond: number };

/**
 * Cost of a page that is not cached: the built renderer on the shop's catalogue, one page at a
 * time.
 */
export async function measureRendering(shopUrl: string): Promise<RenderResult[]> {
  const list = (await (await fetch(`${shopUrl}/api/services`)).json()) as ServiceListItem[];
  const details = new Map<number, ServiceDetail>();
  const related = new Map<number, RelatedService[]>();
  for (const { id } of list) {
    details.set(id, (await (await fetch(`${shopUrl}/api/services/${id}`)).json()) as ServiceDetail);
    related.set(id, (await (await fetch(`${shopUrl}/api/services/${id}/related`)).json()) as RelatedService[]);
  }
  const catalogue = catalogueReader({
    edition: () => 1,
    list: () => list,
    find: (id) => details.get(id),
    changedAt: () => undefined,
    isDeleted: () => false,
    children: (ids): ChildService[] => ids.flatMap((id) => details.get(id) ?? []),
    related: (id) => related.get(id) ?? [],
    onChange: () => {},
  });
  const { renderPage } = await loadBuiltRenderer(DIST_DIR);
  const { files } = await readBuiltFiles(join(DIST_DIR, 'client'));
  const results: RenderResult[] = [];
  for (const path of ['/', '/services', '/services/14']) {
    const render = () =>
      renderPage({
        path,
        catalogue,
        files,
        deskHours: DEFAULT_DESK_HOURS,
        siteUrl: shopUrl,
        socialProviders: [],
        nonce: 'bench',
      });
    for (let round = 0; round < WARM_UP; round += 1) await render();
    const startedAt = performance.now();
    for (let round = 0; round < ROUNDS; round += 1) await render();
    const ms = (performance.now() - startedAt) / ROUNDS;
    results.push({ name: `page ${path}`, ms, perSecond: 1000 / ms });
  }
  return results;
}
