import type { Generated, GeneratedAlways } from 'kysely';
import type { ImageFormat } from '#shared/platform/image-url.ts';
import type { ServiceCategory } from '#shared/rules/service-category.ts';
import type { CreatedAt, Json, UpdatedAt } from './columns.ts';

export type ServicesTable = {
  id: Generated<number>;
  title: string;
  tagline: Generated<string>;
  category: ServiceCategory;
  position: Generated<number>;
  card_description: Generated<string>;
  /** Words by which people search for it; no page shows them. */
  keywords: Generated<string[]>;
  /** Validated on read: the column may hold JSON text within JSON (spec §3). */
  price: Json<unknown>;
  description: Json<unknown>;
  requires_auth: Generated<boolean>;
  requires_soldier: Generated<boolean>;
  /** Not shown in the shop, and cannot be bought. */
  is_hidden: Generated<boolean>;
  scheduled_price: Json<unknown> | null;
  /** Incremented by each change of an administrator. */
  revision: Generated<number>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
  deleted_at: Date | null;
  /** The administrator who takes its orders when they are paid. */
  default_assignee_id: number | null;
  /** Counts the saves of how its orders begin. */
  work_version: Generated<number>;
  /** Changes with every write. */
  write_id: GeneratedAlways<string>;
};

/** Append-only: a trigger refuses every other change. */
export type TermsVersionsTable = {
  filename: string;
  version: number;
  title: string;
  html: string;
  created_at: CreatedAt;
  /** Null for a text that ships with the program. */
  created_by: number | null;
  note: Generated<string>;
};

export type CatalogueStateTable = { only_row: Generated<boolean>; version: number };

/** Titles of the steps that orders of a service are given. */
export type ServiceStepsTable = { service_id: number; position: number; title: string };

/** An uploaded image; width and height are those of its largest file. */
export type ImagesTable = {
  id: string;
  sha256: Buffer;
  width: number;
  height: number;
  created_by: number | null;
  created_at: CreatedAt;
};
export type ImageFilesTable = { image_id: string; width: number; format: ImageFormat; bytes: Buffer };
