/** Does the work for every item, for at most `width` of them at once. Work that throws ends it all. */
export async function inParallel<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items].reverse();
  async function lane(): Promise<void> {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  }
  await Promise.all(Array.from({ length: width }, lane));
}
