/** What each stage did in the last step, in the order of the stages. */
export class StepCounters {
  /** Ingest: colliders that came and went, and what closing holes in memory copied. */
  entered = 0;
  left = 0;
  bytesCompacted = 0;

  /** Refit: colliders whose bounds were made anew, and those that had not moved since they were. */
  refitted = 0;
  unmoved = 0;
  /** Worn trees of deformables that were split anew: one a step at the most. */
  rebuiltTrees = 0;

  /** Broad phase: pairs of colliders whose swept boxes touch, and those of them whose settings let them. */
  boxPairs = 0;
  pairs = 0;

  /** Pairs that the visibility backend showed to be apart. */
  occludedPairs = 0;
  /** Pairs with a dynamic rigid body that it showed to be apart on the way that their velocities make: they are not tested along it. */
  occludedWays = 0;
  /** How often the backend had no answer since the plugin was created. */
  occlusionFaults = 0;

  /** Bodies searched with themselves or with each other, in parts of the step where one turns; pairs apart before that. */
  searches = 0;
  apartByDops = 0;
  /** Triangles in regions that were shown to be free of contact with themselves. */
  skippedByCones = 0;
  boxTests = 0;
  /** Overlapping pairs of triangles that handed on features. */
  trianglePairs = 0;
  featureTests = 0;
  afterFeatureBoxes = 0;
  orphanTests = 0;
  elementaryTests = 0;
  exactFallbacks = 0;
  contacts = 0;
  /** Threads that ended or hung since the plugin was created; what they had begun was done again without them. */
  lostWorkers = 0;

  /** Pairs of rigid bodies whose time of contact was looked for, those in contact, and those that were given up. */
  rigidPairs = 0;
  impacts = 0;
  failedImpacts = 0;
  impactBoxTests = 0;
  impactTriangleTests = 0;

  /** Contact points of rigid bodies; motions that were stopped, and how often bodies were sent on after that. */
  touches = 0;
  stops = 0;
  rounds = 0;
  /** Bodies that lost the rest of a sub-step: the bound on rounds was reached, or where they would have been stored was too close. */
  givenUp = 0;

  /** Dynamic bodies that sleep, those that fell asleep in the step, and those that were woken. */
  asleep = 0;
  fellAsleep = 0;
  woken = 0;

  /** Of simulated deformables: contacts in the last sub-step, and detections. */
  clothContacts = 0;
  clothDetections = 0;
  /** Vertices cut back in a sub-step, and how often bodies and vertices that were told where to go were held. */
  stepBacks = 0;
  /** Cloths that came to coordinates that are not finite, or have collapsed, and stay where they were. */
  frozen = 0;
  blocked = 0;
  /** Places where cloth should have torn, and could not without meeting something. */
  tearsBlocked = 0;
  /** Bodies that should have broken, and have no rows or no memory for their pieces: they stay whole. */
  breaksRefused = 0;

  /** Publish: deformables that went where the cloth solver took them, and were bounded anew there. */
  arrived = 0;
}
