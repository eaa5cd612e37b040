import { Link, useNavigate } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '#shared/features/audit/audit-actions.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { dayOf } from '#web/lib/navigation/search-values.ts';
import { optional } from '#web/lib/optional.ts';
import { Button } from '#web/ui/button.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { CONTROL_CLASS, Field } from '#web/ui/field.tsx';
import type { AuditFilters } from './api.ts';

function textIn(form: FormData, name: string): string | undefined {
  return String(form.get(name) ?? '').trim() || undefined;
}

/** An id alone is ambiguous: it belongs to a kind of subject. */
function subjectIn(form: FormData): string | undefined {
  const type = textIn(form, 'subject_type');
  const id = textIn(form, 'subject_id');
  return type && id ? `${type}:${id}` : type;
}

/** The filter of the audit log, kept in the address. */
export function AuditFilter({ filters }: { filters: AuditFilters }) {
  const { sort, order, ...conditions } = filters;
  const navigate = useNavigate();
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The field of a day that cannot be says so.
    if (!event.currentTarget.checkValidity()) return;
    const form = new FormData(event.currentTarget);
    const search = {
      ...optional('actor', textIn(form, 'actor')),
      ...optional('action', textIn(form, 'action')),
      ...optional('subject', subjectIn(form)),
      ...optional('from', dayOf(form.get('from'))),
      ...optional('to', dayOf(form.get('to'))),
      sort,
      order,
    };
    void navigate({ to: '/admin/audit', search });
  };
  const hasFilters = Object.values(conditions).some((value) => value !== undefined);
  return (
    // The address also changes by back and forward.
    <form
      key={JSON.stringify(conditions)}
      onSubmit={handleSubmit}
      noValidate
      className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[1fr_1.4fr_1fr_1fr] xl:grid-cols-[1fr_1.4fr_1fr_110px_160px_160px_auto]"
    >
      <Fields filters={filters} />
      <div className="col-span-2 flex items-center gap-4 lg:col-span-1">
        <Button type="submit">검색</Button>
        {hasFilters && (
          <Link to="/admin/audit" search={{ sort, order }} className={`${ADMIN_LINK} whitespace-nowrap`}>
            조건 지우기
          </Link>
        )}
      </div>
    </form>
  );
}

function Fields({ filters: { actor, action = '', subject = '', from, to } }: { filters: AuditFilters }) {
  const [type = '', id = ''] = subject.split(':', 2);
  return (
    <>
      <Field label="담당자 아이디">
        {(control) => (
          <input {...control} name="actor" defaultValue={actor} maxLength={100} className={CONTROL_CLASS} />
        )}
      </Field>
      <Field label="행위">
        {(control) => (
          <select {...control} name="action" defaultValue={action} className={CONTROL_CLASS}>
            <option value="">전체</option>
            {Object.entries(AUDIT_SUBJECTS).map(([kind, label]) => (
              <ActionGroup key={kind} kind={kind} label={label} />
            ))}
          </select>
        )}
      </Field>
      <Field label="대상">
        {(control) => (
          <select {...control} name="subject_type" defaultValue={type} className={CONTROL_CLASS}>
            <option value="">전체</option>
            {Object.entries(AUDIT_SUBJECTS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="번호·이름">
        {(control) => (
          <input {...control} name="subject_id" defaultValue={id} maxLength={80} className={CONTROL_CLASS} />
        )}
      </Field>
      <DayField label="시작일" name="from" defaultValue={from} />
      <DayField label="종료일" name="to" defaultValue={to} />
    </>
  );
}

/** All actions on one kind of subject, then each of them. */
function ActionGroup({ kind, label }: { kind: string; label: string }) {
  const actions = Object.entries(AUDIT_ACTIONS).filter(([action]) => action.startsWith(`${kind}.`));
  return (
    <optgroup label={label}>
      <option value={`${kind}.`}>{`${label} 전체`}</option>
      {actions.map(([action, name]) => (
        <option key={action} value={action}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}
