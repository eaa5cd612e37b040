/** A telephone number with its particle, or a date: browsers break lines at hyphens and spaces. */
const NUMBER = /(\d{2,3}-\d{3,4}-\d{4}\S*|\d+월 \d+일\S*|\d{4}\. \d+\. \d+\.\S*)/;

/** A sentence whose telephone numbers and dates stay on one line. */
export function UnbrokenNumbers({ text }: { text: string }) {
  return text.split(NUMBER).map((part, index) =>
    NUMBER.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
