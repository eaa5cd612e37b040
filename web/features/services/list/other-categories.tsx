import type { ReactNode } from 'react';
import { serviceCategoryLabel, TAB_CATEGORIES, type TabCategory } from '#shared/rules/service-category.ts';
import { Button } from '#web/ui/button.tsx';
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

type NothingFoundProps = {
  term: string;
  counts: MatchCounts;
  onSelect: (category: TabCategory) => void;
  onClear: () => void;
};

/** An empty result suggests what to try: the categories with a match, or another term. */
export function NothingFound({ term, counts, onSelect, onClear }: NothingFoundProps) {
  const elsewhere = TAB_CATEGORIES.filter((tab) => (counts[tab] ?? 0) > 0);
  return (
    <div className="min-h-[150px] rounded-card border border-line bg-surface p-8">
      <p className="font-semibold text-ink-900">이 카테고리에 검색 결과가 없습니다.</p>
      {elsewhere.length > 0 ? (
        <p className="mt-1 text-ink-700">다른 카테고리에서 찾은 서비스가 있습니다.</p>
      ) : (
        <p className="mt-1 text-ink-700">징계, 병가, 현역복무부적합처럼 짧은 단어로 검색해보세요.</p>
      )}
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
