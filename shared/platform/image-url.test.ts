import { describe, expect, it } from 'vitest';
import {
  findUploadedImage,
  imageSizes,
  imageSrcSet,
  isImageUrl,
  largestImageSize,
  parseImageFile,
  thumbnailUrl,
  uploadedImageUrl,
} from './image-url.ts';

describe('isImageUrl', () => {
  it.each(['/images/case.svg', '/images/한글.png?v=2', 'https://example.com/a.png', 'HTTPS://example.com/a%20b.png'])(
    'takes %s',
    (url) => {
      expect(isImageUrl(url)).toBe(true);
    },
  );

  it.each([
    '',
    'case.svg',
    'http://example.com/a.png',
    'HTTP://example.com/a.png',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'blob:https://example.com/1',
    'file:///etc/passwd',
    '//example.com/a.png',
    '/\\example.com/a.png',
    'https:/example.com',
    'https://',
    'https://user@example.com/a.png',
    'https://example.com/a b.png',
    ' javascript:alert(1)',
  ])('refuses "%s"', (url) => {
    expect(isImageUrl(url)).toBe(false);
  });
});

const ID = '0123456789abcdef0123456789abcdef';

describe('the files of an uploaded picture', () => {
  it.each([
    [
      { width: 4000, height: 3000 },
      { width: 1440, height: 1080 },
    ],
    [
      { width: 1440, height: 900 },
      { width: 1440, height: 900 },
    ],
    [
      { width: 500, height: 20 },
      { width: 500, height: 20 },
    ],
    [
      { width: 1000, height: 8640 },
      { width: 500, height: 4320 },
    ],
    [
      { width: 40_000_000, height: 1 },
      { width: 1440, height: 1 },
    ],
    [
      { width: 1, height: 40_000_000 },
      { width: 1, height: 4320 },
    ],
  ])('of %o are never larger than %o', (given, largest) => {
    expect(largestImageSize(given)).toEqual(largest);
  });

  it('come in the widths that are less than its own, and in its own', () => {
    expect(imageSizes({ width: 1440, height: 1001 })).toEqual([
      { width: 480, height: 334 },
      { width: 960, height: 667 },
      { width: 1440, height: 1001 },
    ]);
    expect(imageSizes({ width: 960, height: 10 })).toEqual([
      { width: 480, height: 5 },
      { width: 960, height: 10 },
    ]);
    expect(imageSizes({ width: 480, height: 1 })).toEqual([{ width: 480, height: 1 }]);
    expect(imageSizes({ width: 1440, height: 1 })[0]).toEqual({ width: 480, height: 1 });
  });

  it('are recognised by the URL alone', () => {
    const image = { id: ID, width: 1000, height: 500 };
    const url = `/uploads/${ID}-1000x500.webp`;
    expect(uploadedImageUrl(image)).toBe(url);
    expect(isImageUrl(url)).toBe(true);
    expect(findUploadedImage(url)).toEqual(image);
    expect(thumbnailUrl(image)).toBe(`/uploads/${ID}-480x240.webp`);
    expect(imageSrcSet(image, 'avif')).toBe(
      `/uploads/${ID}-480x240.avif 480w, /uploads/${ID}-960x480.avif 960w, /uploads/${ID}-1000x500.avif 1000w`,
    );
    expect(parseImageFile(`${ID}-480x240.avif`)).toEqual({ id: ID, width: 480, height: 240, format: 'avif' });
  });

  it.each([
    `https://example.com/uploads/${ID}-1000x500.webp`,
    `/uploads/${ID}-1000x500.avif`,
    `/uploads/${ID}-1000x500.webp?v=1`,
    `/uploads/${ID}-1000x500.webp `,
    `/uploads/${ID}-1000x500.png`,
    `/uploads/${ID}-1441x500.webp`,
    `/uploads/${ID}-1000x4321.webp`,
    `/uploads/${ID}-0x500.webp`,
    `/uploads/${ID}-01x500.webp`,
    `/uploads/${ID.toUpperCase()}-1000x500.webp`,
    `/uploads/${ID.slice(1)}-1000x500.webp`,
    `/uploads/../${ID}-1000x500.webp`,
    `/images/${ID}-1000x500.webp`,
    '/images/case-process.svg',
    '',
  ])('are none of "%s"', (url) => {
    expect(findUploadedImage(url)).toBeUndefined();
  });
});
