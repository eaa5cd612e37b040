/** The kept entries of a question that a visitor writes before the login, about a service or none. */
export const questionOf = (serviceId: number | undefined) => `question-${serviceId ?? ''}`;
