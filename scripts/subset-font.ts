import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** What is used of HarfBuzz's subsetter: numbers are addresses in its memory. */
type HarfBuzz = {
  memory: { buffer: ArrayBuffer };
  malloc: (bytes: number) => number;
  hb_blob_create: (data: number, length: number, mode: number, userData: number, destroy: number) => number;
  hb_blob_get_data: (blob: number, length: number) => number;
  hb_blob_get_length: (blob: number) => number;
  hb_face_create: (blob: number, index: number) => number;
  hb_face_reference_blob: (face: number) => number;
  hb_set_add: (set: number, value: number) => void;
  hb_set_clear: (set: number) => void;
  hb_subset_input_create_or_fail: () => number;
  hb_subset_input_unicode_set: (input: number) => number;
  hb_subset_input_set: (input: number, which: number) => number;
  hb_subset_input_set_flags: (input: number, flags: number) => void;
  hb_subset_input_set_axis_range: (
    input: number,
    face: number,
    axis: number,
    from: number,
    to: number,
    normal: number,
  ) => number;
  hb_subset_or_fail: (face: number, input: number) => number;
};

// Node's types leave it to those of browsers.
declare const WebAssembly: { instantiate: (code: Buffer) => Promise<{ instance: { exports: HarfBuzz } }> };

const READ_ONLY = 1;
const NAMES = 4;
const FEATURES = 6;
/** Whose it is and under which licence. Its name is reserved for the whole font (OFL 1.1, condition 3). */
const KEPT_NAMES = [0, 13, 14];
const WITHOUT_HINTS = 1;

const HARFBUZZ_FILE = require.resolve('harfbuzzjs/hb-subset.wasm');

const tagOf = (name: string) => Buffer.from(name, 'latin1').readUInt32BE();

type Wanted = {
  characters: Iterable<string>;
  weights: readonly [from: number, to: number];
  features: readonly string[];
};

/** The part of a variable TrueType font that draws these characters in these weights. Throws when there is no such part. */
export async function subsetFont(font: Buffer, { characters, weights, features }: Wanted): Promise<Buffer> {
  const { instance } = await WebAssembly.instantiate(readFileSync(HARFBUZZ_FILE));
  const hb = instance.exports;
  const address = hb.malloc(font.length);
  new Uint8Array(hb.memory.buffer).set(font, address);
  const face = hb.hb_face_create(hb.hb_blob_create(address, font.length, READ_ONLY, 0, 0), 0);
  const input = hb.hb_subset_input_create_or_fail();
  const wanted = hb.hb_subset_input_unicode_set(input);
  for (const character of characters) hb.hb_set_add(wanted, character.codePointAt(0) ?? 0);
  const kept = hb.hb_subset_input_set(input, FEATURES);
  hb.hb_set_clear(kept);
  for (const feature of features) hb.hb_set_add(kept, tagOf(feature));
  const names = hb.hb_subset_input_set(input, NAMES);
  hb.hb_set_clear(names);
  for (const name of KEPT_NAMES) hb.hb_set_add(names, name);
  hb.hb_subset_input_set_flags(input, WITHOUT_HINTS);
  const [from, to] = weights;
  const isInRange = hb.hb_subset_input_set_axis_range(input, face, tagOf('wght'), from, to, from);
  const part = isInRange ? hb.hb_subset_or_fail(face, input) : 0;
  if (part === 0) throw new Error('The font has no such part: is it the variable one?');
  const blob = hb.hb_face_reference_blob(part);
  return Buffer.from(
    new Uint8Array(hb.memory.buffer, hb.hb_blob_get_data(blob, 0), hb.hb_blob_get_length(blob)).slice(),
  );
}
