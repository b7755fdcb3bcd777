import type { World } from 'bitecs';
import type { CollisionComponents } from '../components/index.js';
import type { Core } from '../memory/open.js';
import { StepBuffer } from '../memory/step-buffer.js';
import { MeshStore } from '../mesh/mesh-store.js';
import { RigidQueries } from '../rigid/queries.js';
import { Changes } from '../systems/changes.js';
import { Colliders } from '../systems/colliders.js';
import { ContactEvents } from '../systems/contact-events.js';
import { ContactList } from '../systems/contact-list.js';
import type { StepContext } from '../systems/context.js';
import { Impacts } from '../systems/impacts.js';
import { Materials } from '../systems/materials.js';
import { PairList } from '../systems/pair-list.js';
import { StepCounters } from '../systems/step-counters.js';
import type { OpenedCrew } from './open-crew.js';
import { DEFAULT_TIME_STEP } from './options.js';
import type { LoadedParts } from './parts.js';

/** What the plugin's options say, opened. */
type Handed = Pick<
  StepContext,
  'backend' | 'clothContacts' | 'gravity' | 'reports' | 'sleep' | 'subSteps' | 'occlusion' | 'parts'
>;

/** Everything that the stages of one plugin work on, empty. */
export function createContext(
  world: World,
  core: Core,
  components: CollisionComponents,
  handed: Handed,
  { cloth, deformables, dynamics }: LoadedParts,
  crew: OpenedCrew | undefined,
): StepContext {
  const { maxEntities } = components;
  const starts: StepContext['starts'] = new Map();
  const pins: StepContext['pins'] = new Map();
  return {
    world,
    components,
    core,
    crew: crew?.crew,
    sharedImpacts: crew?.impacts,
    sharedPairs: crew?.cloths,
    meshes: new MeshStore(core.arena),
    colliders: new Colliders(maxEntities),
    changes: new Changes(world, components, [starts, pins]),
    buffers: { surface: new StepBuffer(core.arena), rebuild: new StepBuffer(core.arena) },
    pairs: new PairList(),
    materials: new Materials(),
    contacts: new ContactList(),
    events: new ContactEvents(),
    ...(dynamics?.openBodies(core, maxEntities, crew?.links) ?? {
      bodies: undefined,
      joints: undefined,
      links: undefined,
    }),
    ...(deformables?.openSearches(core, crew?.search) ?? { deformables: undefined, searches: undefined }),
    ...handed,
    rigid: new RigidQueries(core),
    impacts: new Impacts(),
    touching: { lasts: () => false },
    breaks: [],
    tears: [],
    starts,
    tangled: [],
    pins,
    stitches: cloth && new cloth.Stitches(),
    brokenStitches: [],
    revision: { count: 0 },
    clock: { dt: DEFAULT_TIME_STEP, step: 0, time: 0 },
    counters: new StepCounters(),
  };
}
