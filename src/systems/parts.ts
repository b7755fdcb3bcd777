import { FirstContactError } from '../errors.js';

/**
 * What a plugin has besides the times of contact of rigid bodies: 'deformables' has contacts of what deforms, 'dynamics' moves and
 * pushes rigid bodies, 'cloth' simulates deformables (and brings 'deformables' along), 'queries' has rays, casts, overlaps and
 * characters, 'breaking' has `cut`, `break` and bodies that break, 'snapshots' has `snapshot` and `restore`.
 */
export type PluginPart = 'deformables' | 'dynamics' | 'cloth' | 'queries' | 'breaking' | 'snapshots';

export function requirePart(
  parts: ReadonlySet<PluginPart>,
  part: PluginPart,
  what: string,
  entity?: number,
): void {
  if (!parts.has(part)) throw partMissing(part, what, entity);
}

export function partMissing(part: PluginPart, what: string, entity?: number): FirstContactError {
  return new FirstContactError(
    'PART_NOT_LOADED',
    `${what} needs the part '${part}', and the plugin was created without it`,
    `Name '${part}' in the option parts of createCollisionPlugin(), or leave that option out.`,
    entity === undefined ? {} : { entity },
  );
}
