/**
 * The files of a clipboard. Spreadsheets and word processors add a picture of the text that they
 * copy, which people do not mean; a copied file has its name as the text.
 */
export function pastedFiles(data: DataTransfer): File[] {
  const files = [...data.files];
  const lines = data
    .getData('text/plain')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const isText = lines.some((line) => !files.some(({ name }) => line.endsWith(name)));
  return isText && files.every(({ type }) => type.startsWith('image/')) ? [] : files;
}
