import { clothLayers } from './clothes.ts';
import type { Head } from './head.ts';
import { type Layer, lightOn } from './layer.ts';
import type { Person } from './people.ts';
import { bell, curve, mix, ramp } from './shapes.ts';

function skin(head: Head): Layer {
  return {
    covers(x, y) {
      const half = head.halfWidth(y);
      return half > 0 ? ramp(Math.abs(x), half + 0.012, half - 0.012) : 0;
    },
    tone(x, y) {
      const half = head.halfWidth(y);
      if (half === 0 || Math.abs(x) > half) return 0;
      const besideNose = bell(Math.abs(head.across(x, y)) - 0.17, 0.07) * bell(y + 0.07, 0.08);
      return (0.22 + 0.84 * lightOn(head.height, x, y) ** 1.35) * (1 - 0.25 * besideNose);
    },
    field: (x, y) => y + 0.3 * head.height(x, y) * mix(1, 0.7, ramp(y, 0.6, 1.05)) - 0.04 * x,
    spacing: 0.0465,
    tolerance: 0.64,
  };
}

function neck(person: Person): Layer {
  const width = person.neck;
  const half = curve([
    [0.4, 0.42 * width],
    [0.9, 0.41 * width],
    [1.2, 0.47 * width],
    [1.5, 0.7 * width],
    [1.9, 0.9],
  ]);
  const height = (x: number, y: number) => Math.sqrt(Math.max(0, 1 - (x / half(y)) ** 2)) * 0.5;
  return {
    covers: (x, y) => (y > 0.35 ? ramp(Math.abs(x), half(y) + 0.012, half(y) - 0.012) : 0),
    tone(x, y) {
      const belowChin = ramp(y, 1.5, 0.98) * ramp(x, -0.55, 0.05);
      return (0.08 + 0.75 * lightOn(height, x, y)) * (1 - 0.78 * belowChin) * (1 - 0.5 * ramp(y, 1.15, 0.95));
    },
    field: (x, y) => y + 0.42 * height(x, y) - 0.1 * x,
    spacing: 0.058,
    tolerance: 0.9,
  };
}

/** The materials of a figure from back to front. */
export function layersOf(person: Person, head: Head): Layer[] {
  const { covers, tone, strand } = person.hair;
  const hair: Layer = { covers, tone, field: strand, spacing: 0.041, tolerance: 1.1 };
  return [neck(person), ...clothLayers(person), skin(head), hair];
}
