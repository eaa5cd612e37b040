import { Tabs } from '@base-ui/react/tabs';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { categoryAddress, type ListSearch, SERVICES_PER_PAGE } from '#shared/features/services/list-parts.ts';
import { isTabCategory, serviceCategoryLabel, type TabCategory } from '#shared/rules/service-category.ts';
import { CategoryTabs } from './category-tabs.tsx';
import { ListPages } from './list-pages.tsx';
import { MoreMatches } from './more-matches.tsx';
import { Elsewhere, NothingFound } from './other-categories.tsx';
import { RelatedServices } from './related-services.tsx';
import { ServiceGrid } from './service-grid.tsx';
import type { ServiceList } from './service-list.ts';
import { ServiceSearch } from './service-search.tsx';
import { ServicesError, ServicesLoading } from './services-states.tsx';
import { UnscriptedServices } from './unscripted-services.tsx';
import { useListCategory } from './use-list-category.ts';
import { useListTop } from './use-list-top.ts';
import { useSearchReport } from './use-search-report.ts';

type Props = {
  list: ServiceList;
  search: ListSearch;
  /** Why the rest of a long list could not be loaded. */
  message: string | undefined;
  onRetry: () => void;
  loadAll: () => void;
};

/** Search, tabs and the grid of single services. */
export function OnDemandServices({ list, search, message, onRetry, loadAll }: Props) {
  const [category, selectCategory] = useListCategory(list.place, search);
  const [term, setTerm] = useState('');
  const [limit, setLimit] = useState(SERVICES_PER_PAGE);
  const { bar, list: panel, showTop } = useListTop();
  const grid = useRef<HTMLUListElement>(null);
  useSearchReport(term);

  const isSearch = term.trim() !== '';
  const counts = list.countMatches(term);
  const found = list.find(category, term, limit);
  const related = list.findRelated(category, term);
  const isMissing = found === undefined;
  useEffect(() => {
    if (isMissing) loadAll();
  }, [isMissing, loadAll]);

  const handleCategory = (chosen: TabCategory) => {
    showTop();
    setLimit(SERVICES_PER_PAGE);
    selectCategory(chosen);
  };
  const handleTerm = (typed: string) => {
    showTop();
    setLimit(SERVICES_PER_PAGE);
    setTerm(typed);
  };
  const handleMore = () => {
    flushSync(() => setLimit(limit + SERVICES_PER_PAGE));
    // The first of the new ones: the button moves down, or disappears.
    grid.current?.children[limit]?.querySelector('a')?.focus();
  };

  return (
    <Tabs.Root
      value={category}
      onValueChange={(value) => {
        if (isTabCategory(value)) handleCategory(value);
      }}
    >
      <div ref={bar} className="low:static sticky top-[60px] z-10 -mx-6 bg-paper px-6 pt-3">
        <ServiceSearch term={term} onChange={handleTerm} />
        <CategoryTabs selected={category} counts={counts} />
      </div>
      <p role="status" className="sr-only">
        {isSearch && found && `${serviceCategoryLabel(category)} 카테고리에서 ${found.count}건을 찾았습니다.`}
        {related.length > 0 && ` 관련 서비스 ${related.length}건이 있습니다.`}
      </p>
      <Tabs.Panel ref={panel} value={category} className="pt-8">
        {!found &&
          (message === undefined ? <ServicesLoading /> : <ServicesError message={message} onRetry={onRetry} />)}
        {found && found.count > 0 && (
          <>
            <ServiceGrid ref={grid} services={found.shown} />
            {list.place && !isSearch && (
              <ListPages
                label="서비스 목록 페이지"
                page={category === list.place.category ? list.place.page : 1}
                count={found.count}
                perPage={SERVICES_PER_PAGE}
                addressOf={(page) => categoryAddress(category, page)}
              />
            )}
            {isSearch && <MoreMatches found={found} onMore={handleMore} />}
            {isSearch && <Elsewhere term={term} shown={category} counts={counts} onSelect={handleCategory} />}
          </>
        )}
        {found?.count === 0 && (
          <NothingFound
            term={term}
            counts={counts}
            hasRelated={related.length > 0}
            onSelect={handleCategory}
            onClear={() => handleTerm('')}
          />
        )}
      </Tabs.Panel>
      <RelatedServices term={term} services={related} />
      <UnscriptedServices list={list} shown={category} />
    </Tabs.Root>
  );
}
