import { SharedPairs } from '../cloth/shared-pairs.js';
import { Crew } from '../crew/crew.js';
import type { FirstContactError } from '../errors.js';
import type { Core } from '../memory/open.js';
import { SharedImpacts } from '../rigid/shared-impacts.js';
import { SharedLinks } from '../rigid/shared-links.js';
import { SharedSearch } from '../search/shared-search.js';
import type { PluginPart } from '../systems/parts.js';

/** The other thread, and what each part hands to it. */
export interface OpenedCrew {
  readonly crew: Crew;
  readonly search: SharedSearch | undefined;
  readonly links: SharedLinks | undefined;
  readonly impacts: SharedImpacts;
  readonly cloths: SharedPairs | undefined;
}

/** Undefined where memory is not shared, or no worker comes, which is told. Imported when a plugin is created with two workers. */
export async function openCrew(
  core: Core,
  parts: ReadonlySet<PluginPart>,
  file: string | URL | undefined,
  tell: (report: FirstContactError) => void,
): Promise<OpenedCrew | undefined> {
  const crew = await Crew.start(core, file, tell);
  return (
    crew && {
      crew,
      search: parts.has('deformables') ? new SharedSearch(core, crew) : undefined,
      links: parts.has('dynamics') ? new SharedLinks(core, crew) : undefined,
      impacts: new SharedImpacts(core, crew),
      cloths: parts.has('deformables') ? new SharedPairs(core, crew) : undefined,
    }
  );
}
