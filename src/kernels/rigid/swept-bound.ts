import {
  BODY_ARM,
  BODY_OWN_AXIS,
  BODY_SPEED,
  RIGID_QUERY_A_TO_B,
  RIGID_QUERY_BODY_A,
  RIGID_QUERY_BODY_B,
  RIGID_QUERY_IN_B,
  RIGID_QUERY_NOISE,
  RIGID_QUERY_SWEPT_A,
  RIGID_QUERY_SWEPT_B,
  RIGID_QUERY_SWEPT_NORMAL,
} from '../layout/rigid-queries';
import { closingStep } from './pair-step';
import { component, dotAt, length, rowTimes } from './vector';

const SHORTER: f64 = 1 - 1e-12;

/** Closing speed now, the most it can ever be, and how the path bends, summed over both bodies by `addSwing`. */
let rate: f64 = 0;
let most: f64 = 0;
let bend: f64 = 0;

/**
 * How long two placed volumes that are `gap` apart along the direction between them stay apart. C2A, Lemma 1, with the
 * sign of the velocity kept and both bodies turning, each about its own centre; with `curved` the second-order bound
 * where that is longer.
 */
export function sweptStep(query: usize, gap: f64, curved: bool): f64 {
  const n = query + RIGID_QUERY_SWEPT_NORMAL;
  const v = query + RIGID_QUERY_IN_B;
  const noise = load<f64>(query, RIGID_QUERY_NOISE);
  rate = dotAt(n, component(v, 0), component(v, 1), component(v, 2)) + noise;
  most = rate;
  bend = 0;
  const turnA = load<f64>(query, RIGID_QUERY_BODY_A + BODY_SPEED);
  if (turnA !== 0) {
    const toB = query + RIGID_QUERY_A_TO_B;
    const arm = query + RIGID_QUERY_BODY_A + BODY_ARM;
    const x = component(arm, 0);
    const y = component(arm, 1);
    const z = component(arm, 2);
    const cx = rowTimes(toB, 0, x, y, z) + component(toB, 9);
    const cy = rowTimes(toB, 1, x, y, z) + component(toB, 10);
    const cz = rowTimes(toB, 2, x, y, z) + component(toB, 11);
    addSwing(query + RIGID_QUERY_SWEPT_A, n, 1, query + RIGID_QUERY_IN_B + 24, turnA, cx, cy, cz);
  }
  const turnB = load<f64>(query, RIGID_QUERY_BODY_B + BODY_SPEED);
  if (turnB !== 0) {
    const arm = query + RIGID_QUERY_BODY_B + BODY_ARM;
    const axis = query + RIGID_QUERY_BODY_B + BODY_OWN_AXIS;
    const swept = query + RIGID_QUERY_SWEPT_B;
    addSwing(swept, n, -1, axis, turnB, component(arm, 0), component(arm, 1), component(arm, 2));
  }
  if (gap <= noise) return 0;
  return closingStep(gap - noise, curved ? rate : most, most, curved ? bend : 0) * SHORTER;
}

// `side` is 1 for A, which closes when it moves along n, and -1 for B. The volume turns about the axis u through c.
function addSwing(swept: usize, n: usize, side: f64, u: usize, turn: f64, cx: f64, cy: f64, cz: f64): void {
  const ux = component(u, 0);
  const uy = component(u, 1);
  const uz = component(u, 2);
  const nx = side * component(n, 0);
  const ny = side * component(n, 1);
  const nz = side * component(n, 2);
  const qx = ny * uz - nz * uy;
  const qy = nz * ux - nx * uz;
  const qz = nx * uy - ny * ux;
  const x = component(swept, 0) - cx;
  const y = component(swept, 1) - cy;
  const z = component(swept, 2) - cz;
  const h1 = component(swept, 9);
  const h2 = component(swept, 10);
  const radius = component(swept, 11);
  let squared: f64 = 0;
  for (let k = 0; k < 4; k++) {
    const s = k & 1 ? h1 : -h1;
    const t = k & 2 ? h2 : -h2;
    const px = x + s * component(swept, 3) + t * component(swept, 6);
    const py = y + s * component(swept, 4) + t * component(swept, 7);
    const pz = z + s * component(swept, 5) + t * component(swept, 8);
    const rx = py * uz - pz * uy;
    const ry = pz * ux - px * uz;
    const rz = px * uy - py * ux;
    squared = max(squared, rx * rx + ry * ry + rz * rz);
  }
  const across = length(qx, qy, qz);
  const centre = qx * x + qy * y + qz * z;
  const along1 = abs(qx * component(swept, 3) + qy * component(swept, 4) + qz * component(swept, 5)) * h1;
  const along2 = abs(qx * component(swept, 6) + qy * component(swept, 7) + qz * component(swept, 8)) * h2;
  const swing = turn * across * (sqrt(squared) + radius);
  rate += turn * (centre + along1 + along2 + across * radius);
  most += swing;
  bend += turn * swing;
}
