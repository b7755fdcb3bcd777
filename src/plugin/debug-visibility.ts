import type { StepContext } from '../systems/context.js';
import { BFV, FFV, NFV, SFV } from '../visibility/visible-classes.js';
import type { DebugLines } from './debug-lines.js';

const CLASSES = { both: BFV, first: FFV, second: SFV, neither: NFV } as const;

/** In which passes a cluster was in front of all that was drawn before it. */
export type Visible = keyof typeof CLASSES;

/** Boxes of the clusters of a class, in the last step that the visibility backend answered about. */
export function visibleBoxes({ occlusion }: StepContext, visible: Visible, lines: DebugLines): void {
  occlusion?.forEachCluster((found, boxes, at) => {
    if (found !== CLASSES[visible]) return;
    lines.addBox(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3], boxes[at + 4], boxes[at + 5]);
  });
}
