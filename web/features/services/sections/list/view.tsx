import type { SectionOf } from '#shared/features/services/sections/schemas.ts';

export function ListSection({ section }: { section: SectionOf<'list'> }) {
  return (
    <ul className="mt-5 border-line border-t first:mt-0">
      {section.items.map((item) => (
        <li key={item} className="flex gap-4 border-line border-b py-3.5">
          <span aria-hidden="true" className="mt-[14px] h-px w-4 shrink-0 bg-olive-600" />
          {item}
        </li>
      ))}
    </ul>
  );
}
