export function SoldierEditPage() {
  return <h1 className="mx-auto max-w-[1200px] px-6 pt-[140px] pb-28">준비 중입니다</h1>;
}
