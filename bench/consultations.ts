import { buildAllIfStale } from '../scripts/build-if-stale.ts';
import { measureSizes } from './consultations/sizes.ts';
import { measureStreams } from './consultations/streams.ts';
import { createReport, type Report } from './report.ts';

const PARTS: Record<string, (report: Report) => Promise<void>> = {
  '--streams': measureStreams,
  '--sizes': measureSizes,
};

/**
 * `npm run bench -- --consultations` (with `--streams` or `--sizes` one part): a
 * thousand open event streams with messages of both sides, beside pages and orders; the calls of
 * conversations on a thousand and on a million messages. Filling the large database takes some
 * minutes.
 */
export async function benchConsultations(args: string[]): Promise<void> {
  const wanted = Object.keys(PARTS).filter((part) => args.includes(part));
  buildAllIfStale();
  for (const [part, measure] of Object.entries(PARTS)) {
    if (wanted.length > 0 && !wanted.includes(part)) continue;
    const report = createReport();
    await measure(report);
    report.print();
  }
}
