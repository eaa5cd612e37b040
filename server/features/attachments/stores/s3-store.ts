import type { S3Config } from '#server/config.ts';
import { type FileStore, filesUnavailable, type PartName } from './file-store.ts';
import { createS3Client } from './s3-client.ts';
import { type ListedObject, readListing } from './s3-listing.ts';

/**
 * A file is one object per part below its random key: `KEY/0`, `KEY/1`, and `KEY/p0` of its
 * preview.
 */
function nameOf({ objectKey, isPreview, number }: Omit<PartName, 'fileId'>): string {
  if (objectKey === null) throw new Error('a file of the database has no objects');
  return `${objectKey}/${isPreview ? 'p' : ''}${number}`;
}

/** The names that `nameOf` returns. Others are not the shop's, and could lead out of its folder. */
const OWN_NAME = /^[0-9a-f]{32}\/p?\d+$/;

/** Parts of files as objects. Names and contents of files are in none of them. */
export type ObjectStore = FileStore & {
  /** The objects of the shop whose names begin with `start`, in the store's order. */
  list: (start?: string) => AsyncGenerator<ListedObject>;
  /**
   * Deletes what there is of a file. `parts` of it are deleted even if the listing does not have
   * them yet.
   */
  remove: (objectKey: string, parts: number) => Promise<void>;
  /** Requests that failed in this process. */
  failures: () => number;
};

/** Creates the store of parts in an S3-compatible bucket; `timeoutMs` is for one request. */
export function createS3Store(config: S3Config, timeoutMs: number): ObjectStore {
  const client = createS3Client(config, timeoutMs);
  const folder = config.prefix === '' ? '' : `${config.prefix}/`;

  async function* list(start = ''): AsyncGenerator<ListedObject> {
    let marker = '';
    for (;;) {
      // The first version of the call: some stores have no other.
      const query = { prefix: `${folder}${start}`, 'max-keys': '1000', ...(marker && { marker }) };
      const { bytes } = await client.send({ method: 'GET', key: '', query });
      const page = readListing(bytes.toString());
      if (!page) throw filesUnavailable(new Error('the file store answered with no listing'));
      for (const { name, ...rest } of page.objects) {
        const own = name.slice(folder.length);
        // A gateway may ignore the prefix that was asked for.
        if (name.startsWith(`${folder}${start}`) && OWN_NAME.test(own)) yield { ...rest, name: own };
      }
      if (!page.isCut) return;
      const last = page.objects.at(-1)?.name ?? '';
      if (last <= marker) throw filesUnavailable(new Error('the listing of the file store does not go on'));
      marker = last;
    }
  }

  return {
    list,
    failures: client.failures,
    async write(part, bytes) {
      const key = `${folder}${nameOf(part)}`;
      const { status } = await client.send({ method: 'PUT', key, body: bytes });
      if (status === 404) throw filesUnavailable(new Error('the file store does not know its bucket'));
    },
    async read(part) {
      const key = `${folder}${nameOf(part)}`;
      const { status, bytes } = await client.send({ method: 'GET', key });
      return status === 404 ? undefined : bytes;
    },
    async remove(objectKey, parts) {
      const names = new Set(
        Array.from({ length: parts }, (_, number) => nameOf({ objectKey, isPreview: false, number })),
      );
      for await (const { name } of list(`${objectKey}/`)) names.add(name);
      for (const name of names) await client.send({ method: 'DELETE', key: `${folder}${name}` });
    },
  };
}
