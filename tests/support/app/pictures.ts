import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Builds an image, red on the left and blue on the right, so that rotation is visible. */
export function picture(width: number, height: number): Sharp {
  const left = Math.ceil(width / 2);
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { width: left, height, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
  ]);
}

/** A JPEG as some cameras of Samsung write it: libjpeg warns "Invalid SOS parameters" and decodes it. */
export async function samsungPhoto(): Promise<Buffer> {
  const photo = await picture(600, 400).jpeg().toBuffer();
  const scan = photo.indexOf(Buffer.from([0xff, 0xda]));
  // Behind the number of components and two bytes for each: the first and the last coefficient.
  const components = photo.readUInt8(scan + 4);
  photo.writeUInt8(0, scan + 5 + 2 * components + 1);
  return photo;
}

/** The image of `picture(64, 32)` as a phone keeps it; nothing here can write the format. */
export const HEIC_PHOTO = Buffer.from(
  [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAattZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA',
    'AAAAACAAAAEGlkYXQAAAAAAEAAIAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHPAAEAAAAAAAAAOAACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlp',
    'bmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADWaXBycAAAALRpcGNvAAAAdGh2Y0MBA3AAAAAAAA',
    'AAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABAChCAQEDcAAAAwCQAAADAAADAB6gIIEFlukpKS5sCAAAAwAI',
    'AAADAAhAIgABAAZEAcBxgRIAAAAUaXNwZQAAAAAAAABAAAAAQAAAABRpc3BlAAAAAAAAAEAAAAAgAAAAEHBpeGkAAAAAAwgICAAAABppcG1hAA',
    'AAAAAAAAIAAQKBAgACAgOEAAAAGmlyZWYAAAAAAAAADmRpbWcAAgABAAEAAABAbWRhdAAAADQoAawngOW5/+o2P/7ZTsvn03mv+FY5ZgEf9xef',
    'qzDyw6k9m909ClpdLzUp1VhcjIqq/0z4',
  ].join(''),
  'base64',
);

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Builds a black PNG of any size in a few bytes. */
export function hugePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // One bit for each pixel.
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, pngChunk('IHDR', head), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))]);
}

/** Builds an animated GIF of any size and length in a few bytes: each frame changes one pixel. */
export function movingGif(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.alloc(7);
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  // With a palette of two colours.
  screen[4] = 0x80;
  const palette = Buffer.from([0, 0, 0, 255, 255, 255]);
  const delay = [0x21, 0xf9, 4, 0, 10, 0, 0, 0];
  const pixel = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
  const frame = Buffer.from([...delay, ...pixel]);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    screen,
    palette,
    ...Array<Buffer>(frames).fill(frame),
    Buffer.from([0x3b]),
  ]);
}

type FormOverrides = { field?: string; filename?: string; type?: string };

/** Builds a multipart form with one file. */
export function fileForm(
  bytes: Uint8Array,
  { field = 'file', filename = '그림.jpg', type = 'image/jpeg' }: FormOverrides = {},
): { body: Buffer; headers: { 'content-type': string } } {
  const boundary = '----sample';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
