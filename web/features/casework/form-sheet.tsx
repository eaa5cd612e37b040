import { FORM_NOTE, type PrintedForm } from '#content/papers/medical-records-form.ts';

/** One sheet of a form that is signed with a pen. */
export function FormSheet({ form: { title, basis, tables, statement, attached, signer } }: { form: PrintedForm }) {
  return (
    <article className="mt-6 rounded-card border border-line bg-surface p-5 text-ink-900 md:p-8 print:mt-0 print:break-after-page print:rounded-none print:border-0 print:p-0 print:last:break-after-auto">
      <h2 className="text-center text-h3">{title}</h2>
      <p className="mt-1 text-center text-small">{basis}</p>
      <p className="mt-3 border border-line px-3 py-2 text-small">{FORM_NOTE}</p>
      {tables.map(({ heading, rows }) => (
        <table key={heading} className="mt-4 w-full border-collapse text-small">
          <caption className="mb-1 text-left font-semibold">{heading}</caption>
          <tbody>
            {rows.map(([label, value]) => (
              <tr key={label}>
                <th scope="row" className="w-28 border border-ink-500 px-3 py-2 text-left font-normal">
                  {label}
                </th>
                <td className="h-11 border border-ink-500 px-3 py-2">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <p className="mt-5">{statement}</p>
      <p className="mt-5 text-center">년&emsp;&emsp;&emsp;월&emsp;&emsp;&emsp;일</p>
      <p className="mt-5 flex items-end justify-end gap-2">
        <span className="whitespace-nowrap">{signer}</span>
        <span aria-hidden="true" className="h-10 max-w-40 grow border-ink-900 border-b" />
        <span className="whitespace-nowrap">(자필 서명)</span>
      </p>
      <p className="mt-5 text-small">{`붙임: ${attached.join(', ')}`}</p>
    </article>
  );
}
