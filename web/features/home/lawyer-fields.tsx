/** Shows what a lawyer mostly works on. A line breaks between two fields, never within one. */
export function LawyerFields({ fields }: { fields: readonly string[] }) {
  return (
    <p className="mt-1 font-semibold text-small text-olive-700">
      {'주요 취급 분야: '}
      {fields.map((field, index) => (
        <span key={field}>
          <span className="whitespace-nowrap">{index < fields.length - 1 ? `${field},` : field}</span>{' '}
        </span>
      ))}
    </p>
  );
}
