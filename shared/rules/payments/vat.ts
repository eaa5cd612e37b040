/** Splits a price that contains 10 % of VAT, in won; the two parts add up to it (contract §9). */
export function splitVat(won: number): { supplyWon: number; vatWon: number } {
  const supplyWon = Math.round(won / 1.1);
  return { supplyWon, vatWon: won - supplyWon };
}
