/** Steps of a case where the service has no template of its own. */
export const DEFAULT_STEPS: readonly string[] = ['자료 요청', '의견서 초안', '제출', '출석', '결과'];
