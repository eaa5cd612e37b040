import { SERVICE_CATEGORIES, serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { RichTextField } from '#web/admin-kit/rich-text/rich-text-field.tsx';
import { AreaField } from '#web/ui/area-field.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { ServiceEditor } from './use-service-editor.ts';

const CATEGORIES = SERVICE_CATEGORIES.map((value) => ({ value, label: serviceCategoryLabel(value) }));

/** Title, place in the shop, and who may apply. */
export function BasicFields({ form, field }: Pick<ServiceEditor, 'form' | 'field'>) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField {...field('title')} label="제목" autoComplete="off" />
      <TextField {...field('tagline')} label="한 줄 소개" isOptional autoComplete="off" />
      <SelectField {...field('category')} label="카테고리" options={CATEGORIES} placeholder="선택해주세요" />
      <TextField
        {...form.register('position', { valueAsNumber: true })}
        error={field('position').error}
        type="number"
        label="순서"
        hint="작은 수가 먼저 보입니다."
      />
      <div className="sm:col-span-2">
        <RichTextField
          control={form.control}
          name="card_description"
          label="카드 설명"
          hint="패키지의 카드에 보입니다."
          isOptional
        />
      </div>
      <div className="sm:col-span-2">
        <AreaField
          {...field('keywords')}
          label="검색어"
          hint="쉼표로 구분해 40개까지 입력합니다. 화면에는 보이지 않고, 고객이 이 말로 검색하면 이 서비스를 찾습니다. (예: 현부심, 왕따, 우울)"
          rows={2}
          isOptional
        />
      </div>
      <Checkbox {...field('requiresAuth')} label="로그인해야 신청할 수 있습니다." />
      <Checkbox {...field('requiresSoldier')} label="군인 정보가 필요합니다." />
      <div className="sm:col-span-2">
        <Checkbox
          {...field('is_hidden')}
          label={
            <>
              상점에서 숨깁니다.
              <span className="block text-ink-500">
                방문자는 볼 수도 살 수도 없습니다. 이미 접수된 주문은 그대로 남습니다.
              </span>
            </>
          }
        />
      </div>
    </div>
  );
}
