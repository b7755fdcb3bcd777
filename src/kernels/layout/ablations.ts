// What the papers' other methods need: the run-time database of pairs already tested, and the check of compatible features.

/** In a traversal's state: addresses of both meshes' features, 0 where compatibility is not asked for. */
export const TRAVERSAL_FEATURES_A = 16;
export const TRAVERSAL_FEATURES_B = 20;

// The database: a u32 count of entries, then from SEEN_SLOTS on as many u64 slots as the mask says and one more. A slot is 0
// or a feature pair: kind in the highest two bits, then 30 bits of the one and 32 of the other, and one is added.
export const SEEN_COUNT = 0;
export const SEEN_SLOTS = 64;
export const SEEN_SLOT_BYTES = 8;

/** Behind the counters of a search for skippable regions: regions and triangles whose normals agree. */
export const AGREEING_REGIONS = 16;
export const AGREEING_TRIANGLES = 20;

// Volumes that boxes are made of.
export const VOLUME_DOP18 = 0;
export const VOLUME_DOP14 = 1;
export const VOLUME_BOX = 2;

// What is made of regions whose normals agree: they are counted; their contours are tested, each for itself, or with what is known
// of those around it.
export const CONES_ALONE = 0;
export const CONTOURS_EACH = 1;
export const CONTOURS_WITH_REUSE = 2;
