import { Tabs } from '@base-ui/react/tabs';
import { type ReactNode, useState } from 'react';
import type { ServiceListItem } from '#shared/features/services/schemas.ts';
import {
  filterServices,
  isTabCategory,
  serviceCategoryLabel,
  TAB_CATEGORIES,
  type TabCategory,
} from '#shared/rules/service-category.ts';
import { useSelectedCategory } from '#web/lib/selected-category.ts';
import { Button } from '#web/ui/button.tsx';
import { ServiceCard } from '../service-card.tsx';
import { CategoryTabs } from './category-tabs.tsx';
import { ServiceSearch } from './service-search.tsx';
import { UnscriptedServices } from './unscripted-services.tsx';
import { useListTop } from './use-list-top.ts';
import { useSearchReport } from './use-search-report.ts';

/** Search, tabs and the grid of single services. */
export function OnDemandServices({ services }: { services: readonly ServiceListItem[] }) {
  const [category, selectCategory] = useSelectedCategory();
  const [term, setTerm] = useState('');
  const { bar, list, showTop } = useListTop();
  useSearchReport(term);

  const found = (tab: TabCategory) => filterServices(services, tab, term);
  const counts = {
    before: found('before').length,
    during: found('during').length,
    after: found('after').length,
    publicservice: found('publicservice').length,
    civil: found('civil').length,
  };
  const shown = found(category);
  const handleCategory = (chosen: TabCategory) => {
    showTop();
    selectCategory(chosen);
  };
  const handleTerm = (typed: string) => {
    showTop();
    setTerm(typed);
  };

  return (
    <Tabs.Root
      value={category}
      onValueChange={(value) => {
        if (isTabCategory(value)) handleCategory(value);
      }}
    >
      <div ref={bar} className="sticky top-[60px] z-10 -mx-6 bg-paper px-6 pt-3">
        <ServiceSearch term={term} onChange={handleTerm} />
        <CategoryTabs selected={category} counts={counts} />
      </div>
      <p role="status" className="sr-only">
        {term.trim() !== '' && `${serviceCategoryLabel(category)} 카테고리에서 ${shown.length}건을 찾았습니다.`}
      </p>
      <Tabs.Panel ref={list} value={category} className="pt-8">
        {shown.length > 0 ? (
          <>
            <ServiceGrid services={shown} />
            {term.trim() !== '' && <Elsewhere term={term} shown={category} counts={counts} onSelect={handleCategory} />}
          </>
        ) : (
          <NothingFound term={term} counts={counts} onSelect={handleCategory} onClear={() => handleTerm('')} />
        )}
      </Tabs.Panel>
      <UnscriptedServices services={services} shown={category} />
    </Tabs.Root>
  );
}

function ServiceGrid({ services }: { services: readonly ServiceListItem[] }) {
  return (
    <ul className="grid gap-6 pb-[60px] md:auto-rows-[minmax(260px,auto)] md:grid-cols-2">
      {services.map((service) => (
        // A last card alone in its row takes the whole row.
        <li key={service.id} className="md:last:odd:col-span-2">
          <ServiceCard service={service} />
        </li>
      ))}
    </ul>
  );
}

type ElsewhereProps = {
  term: string;
  shown: TabCategory;
  counts: Readonly<Record<TabCategory, number>>;
  onSelect: (category: TabCategory) => void;
};

/** The search is within one category (spec §5): says which others have a match as well. */
function Elsewhere({ term, shown, counts, onSelect }: ElsewhereProps) {
  const others = TAB_CATEGORIES.filter((tab) => tab !== shown && counts[tab] > 0);
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
  counts: Readonly<Record<TabCategory, number>>;
  onSelect: (category: TabCategory) => void;
  onClear: () => void;
};

/** An empty result suggests what to try: the categories with a match, or another term. */
function NothingFound({ term, counts, onSelect, onClear }: NothingFoundProps) {
  const elsewhere = TAB_CATEGORIES.filter((tab) => counts[tab] > 0);
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
