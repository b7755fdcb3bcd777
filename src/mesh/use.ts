import { shown } from '../check-options.js';
import { FirstContactError } from '../errors.js';
import type { MeshUse } from './types.js';

export function refuseUnknownUse(use: MeshUse): void {
  if (use === 'rigid' || use === 'deformable') return;
  throw new FirstContactError(
    'BAD_SETTING',
    `The use of a mesh is ${shown(use)}`,
    "Say 'rigid' or 'deformable'.",
  );
}
