import { AFTER_SERVICES } from './catalogue/after.ts';
import { BEFORE_SERVICES } from './catalogue/before.ts';
import { CIVIL_SERVICES } from './catalogue/civil.ts';
import { DISCIPLINE_SERVICES } from './catalogue/during-discipline.ts';
import { HEALTH_SERVICES } from './catalogue/during-health.ts';
import { PACKAGES } from './catalogue/packages.ts';
import { PUBLIC_SERVICE_SERVICES } from './catalogue/public-service.ts';
import type { SampleService } from './catalogue/sample-service.ts';

/** Holds what SEED_SAMPLE loads into an empty shop. Ids are fixed: the home page links to 14, 16, 19 and 21. */
export const SAMPLE_CATALOGUE: readonly SampleService[] = [
  ...PACKAGES,
  ...BEFORE_SERVICES,
  ...DISCIPLINE_SERVICES,
  ...HEALTH_SERVICES,
  ...AFTER_SERVICES,
  ...PUBLIC_SERVICE_SERVICES,
  ...CIVIL_SERVICES,
];
