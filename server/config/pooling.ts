import { url } from './fields.ts';

export const poolingVariables = {
  DATABASE_DIRECT_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host:port/database'),
};
