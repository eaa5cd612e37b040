import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FIRM } from '#content/firm.ts';
import { serviceCategoryLabel, TAB_CATEGORIES, type TabCategory } from '#shared/rules/service-category.ts';
import { OfficeTimes } from '#web/lib/navigation/desk-hours.tsx';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import type { MatchCounts } from './service-list.ts';

type ElsewhereProps = {
  term: string;
  shown: TabCategory;
  counts: MatchCounts;
  onSelect: (category: TabCategory) => void;
};

/** The search is within one category (spec §5): says which others have a match as well. */
export function Elsewhere({ term, shown, counts, onSelect }: ElsewhereProps) {
  const others = TAB_CATEGORIES.filter((tab) => tab !== shown && (counts[tab] ?? 0) > 0);
  if (others.length === 0) return null;
  return (
    <div className="pb-[60px]">
      <p className="font-semibold text-ink-900">{`다른 카테고리에도 ‘${term.trim()}’ 검색 결과가 있습니다.`}</p>
      <Categories tabs={others} counts={counts} onSelect={onSelect} />
    </div>
  );
}

type CategoriesProps = Pick<ElsewhereProps, 'counts' | 'onSelect'> & {
  tabs: readonly TabCategory[];
  children?: ReactNode;
};

/** A button for each category with the number of its matches. */
function Categories({ tabs, counts, onSelect, children }: CategoriesProps) {
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      {tabs.map((tab) => (
        <Button key={tab} kind="secondary" onClick={() => onSelect(tab)}>
          {serviceCategoryLabel(tab)} {counts[tab]}건 보기
        </Button>
      ))}
      {children}
    </div>
  );
}

/** For what no service is named after: a message or a call, which cost nothing. */
function AskAPerson() {
  return (
    <>
      <p className="mt-1 text-ink-700">
        어떤 서비스가 맞는지 모르셔도 됩니다. 있었던 일을 그대로 적어주시면 변호사가 답변드립니다. 구매 전 상담은
        무료입니다.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to="/consult" className={buttonClass('primary', 'max-sm:w-full')}>
          상담하기
        </Link>
        <a href={`tel:${FIRM.phone}`} className={buttonClass('secondary', 'tabular-nums max-sm:w-full')}>
          {FIRM.phone} 전화하기
        </a>
      </div>
      <p className="mt-2 text-ink-500 text-small">
        전화 상담: <OfficeTimes />
      </p>
    </>
  );
}

type NothingFoundProps = {
  term: string;
  counts: MatchCounts;
  hasRelated: boolean;
  onSelect: (category: TabCategory) => void;
  onClear: () => void;
};

/** An empty result suggests where to look; without any match, it leads to a person to ask. */
export function NothingFound({ term, counts, hasRelated, onSelect, onClear }: NothingFoundProps) {
  const elsewhere = TAB_CATEGORIES.filter((tab) => (counts[tab] ?? 0) > 0);
  return (
    <div className="min-h-[150px] rounded-card border border-line bg-surface p-8">
      <p className="font-semibold text-ink-900">이 카테고리에 검색 결과가 없습니다.</p>
      {elsewhere.length > 0 && <p className="mt-1 text-ink-700">다른 카테고리에서 찾은 서비스가 있습니다.</p>}
      {hasRelated && <p className="mt-1 text-ink-700">관련된 서비스를 아래에서 보여드립니다.</p>}
      {elsewhere.length === 0 && !hasRelated && <AskAPerson />}
      <Categories tabs={elsewhere} counts={counts} onSelect={onSelect}>
        {term !== '' && (
          <Button kind="secondary" onClick={onClear}>
            검색어 지우기
          </Button>
        )}
      </Categories>
    </div>
  );
}
