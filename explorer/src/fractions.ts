// Odds are exact fractions as text, "7/18". Shares are only for bars and percentages.

export interface Fraction {
  over: bigint;
  under: bigint;
}

export function fraction(text: string): Fraction {
  const [over = "0", under = "1"] = text.split("/");
  return { over: BigInt(over), under: BigInt(under) };
}

/** A number from 0 to 1, for drawing. */
export function share(text: string): number {
  const { over, under } = fraction(text);
  return under === 0n ? 0 : Number((over * 1_000_000_000n) / under) / 1_000_000_000;
}

export function percent(text: string): string {
  const value = share(text) * 100;
  if (value > 0 && value < 0.01) return "< 0.01 %";
  return `${value.toFixed(value >= 99.995 || value === 0 ? 0 : 2)} %`;
}

/** Choose an index with exactly these odds, from a source of equally likely whole numbers below a bound. */
export function drawn(odds: readonly string[], below: (bound: bigint) => bigint): number {
  const all = odds.map(fraction);
  const common = all.reduce((so, { under }) => (so * under) / greatest(so, under), 1n);
  const weights = all.map(({ over, under }) => (over * common) / under);
  let left = below(weights.reduce((sum, weight) => sum + weight, 0n));
  for (const [index, weight] of weights.entries()) {
    if (left < weight) return index;
    left -= weight;
  }
  return odds.length - 1;
}

function greatest(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatest(other, one % other);
}

/** A fair whole number below a bound, from the browser's own source. */
export function fairly(bound: bigint): bigint {
  const bytes = Math.ceil(bound.toString(2).length / 8) + 1;
  const top = 1n << BigInt(8 * bytes);
  for (;;) {
    const value = crypto.getRandomValues(new Uint8Array(bytes)).reduce((so, byte) => (so << 8n) | BigInt(byte), 0n);
    if (value < top - (top % bound)) return value % bound;
  }
}
