/** Holds what we use of the package, which has no types of its own; `@types/subset-font` lacks `keepFeatures`. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2' | 'truetype';
    /** Tags of the OpenType features to keep. */
    keepFeatures: readonly string[];
    variationAxes: Record<string, { min: number; max: number; default: number }>;
    /** Ids of the `name` table to keep besides 0 to 6. */
    preserveNameIds: readonly number[];
    noHinting: boolean;
  };
  function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
  export = subsetFont;
}
