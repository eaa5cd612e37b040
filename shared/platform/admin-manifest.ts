/** Where browsers find what the administration is called on a home screen. */
export const ADMIN_MANIFEST_PATH = '/admin.webmanifest';
