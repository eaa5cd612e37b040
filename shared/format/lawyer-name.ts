/** `홍길동 변호사`; the name alone where the person has no title. */
export function lawyerName({ name, title }: { name: string; title: string }): string {
  return [name, title].filter(Boolean).join(' ');
}
