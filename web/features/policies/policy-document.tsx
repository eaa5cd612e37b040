import type { Policy, PolicyArticle, PolicyBlock } from '#content/policies/policy.ts';
import { formatDate } from '#shared/format/dates.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';

type Props = {
  policy: Policy;
  /** The heading of the n-th article. */
  headingOf: (heading: string, number: number) => string;
};

/** Words stay whole; only a long URL breaks. */
const CELL =
  'break-keep text-left align-top [overflow-wrap:break-word] sm:border-line sm:border-b sm:px-3 sm:py-2.5 sm:first:pl-0 sm:last:pr-0';
const H2 = 'text-h3 text-ink-900';

/** A policy as a page: effective date, contents, articles and earlier versions. */
export function PolicyDocument({ policy, headingOf }: Props) {
  const headings = policy.articles.map(({ heading }, index) => headingOf(heading, index + 1));
  const [current] = policy.history;
  return (
    <>
      <PageHeading title={policy.title} lead={policy.lead} />
      {current && (
        <p className="mt-4 text-small text-ink-500">
          시행일 <span className="tabular-nums">{formatDate(current.effectiveOn)}</span>
        </p>
      )}
      <Contents headings={headings} />
      <div className="grid gap-12">
        {policy.articles.map((article, index) => (
          <Article key={article.heading} article={article} heading={headings[index] ?? ''} id={articleId(index)} />
        ))}
      </div>
      <History policy={policy} />
    </>
  );
}

const articleId = (index: number) => `article-${index + 1}`;

function Contents({ headings }: { headings: readonly string[] }) {
  return (
    <nav aria-label="목차" className="mt-8 mb-14 border-line border-y py-5 md:py-6">
      <ul className="gap-x-10 md:columns-2">
        {headings.map((heading, index) => (
          <li key={heading} className="break-inside-avoid">
            <a
              href={`#${articleId(index)}`}
              className="flex min-h-11 items-center text-small text-ink-700 underline-offset-4 hover:text-olive-700 hover:underline md:min-h-9"
            >
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Article({ article, heading, id }: { article: PolicyArticle; heading: string; id: string }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={H2}>
        {heading}
      </h2>
      <div className="mt-3 grid gap-4">
        {article.blocks.map((block) => (
          <Block key={keyOf(block)} block={block} />
        ))}
      </div>
    </section>
  );
}

function keyOf(block: PolicyBlock): string {
  if (block.kind === 'text' || block.kind === 'heading') return block.text;
  return block.kind === 'list' ? (block.items[0] ?? '') : block.caption;
}

function Block({ block }: { block: PolicyBlock }) {
  if (block.kind === 'text') return <p>{block.text}</p>;
  if (block.kind === 'heading') return <h3 className="mt-2 font-semibold text-ink-900">{block.text}</h3>;
  if (block.kind === 'table') return <Table {...block} />;
  return (
    <ul className="grid list-disc gap-1.5 pl-5">
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

type TableProps = Pick<Extract<PolicyBlock, { kind: 'table' }>, 'caption' | 'columns' | 'rows'>;

/** On a phone each row is a list with the columns' names, so that nothing is off screen. */
function Table({ caption, columns, rows }: TableProps) {
  const [firstColumn, ...otherColumns] = columns;
  return (
    <table className="block text-small sm:table sm:w-full">
      <caption className="block pb-1 text-left font-semibold text-ink-900 sm:table-caption">{caption}</caption>
      <thead className="hidden sm:table-header-group">
        <tr>
          {[firstColumn, ...otherColumns].map((column) => (
            <th key={column} scope="col" className={`${CELL} border-ink-500 font-semibold text-ink-900`}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block border-ink-500 border-t sm:table-row-group sm:border-t-0">
        {rows.map(([first, ...others]) => (
          <tr key={first} className="block border-line border-b py-3 sm:table-row sm:border-b-0 sm:py-0">
            <th scope="row" className={`block text-left font-semibold text-ink-900 sm:table-cell ${CELL}`}>
              {first}
            </th>
            {others.map((value, index) => (
              <td key={otherColumns[index]} className={`flex gap-3 sm:table-cell ${CELL}`}>
                <span className="w-20 shrink-0 text-ink-500 sm:hidden">{otherColumns[index]}</span>
                <span className="min-w-0">{value}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function History({ policy }: { policy: Policy }) {
  return (
    <section aria-labelledby="history" className="mt-14 border-line border-t pt-8">
      <h2 id="history" className={H2}>
        변경 이력
      </h2>
      <ul className="mt-3">
        {policy.history.map(({ effectiveOn, change }) => (
          <li key={effectiveOn} className="flex gap-4">
            <span className="whitespace-nowrap tabular-nums">{formatDate(effectiveOn)}</span>
            <span>{change}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
