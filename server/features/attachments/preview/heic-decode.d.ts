/** Holds what we use of the package; `@types/heic-decode` lacks the size of an image and `dispose`. */
declare module 'heic-decode' {
  type Decoded = { width: number; height: number; data: Uint8ClampedArray };
  type Image = { width: number; height: number; decode: () => Promise<Decoded> };
  const decode: { all: (file: { buffer: Uint8Array }) => Promise<Image[] & { dispose: () => void }> };
  export = decode;
}
