// Babylon's own types, of whichever of its packages is installed: its Observable has private members, so that no type of
// ours fits where Babylon asks for one. Nothing of it is there at run time.

// biome-ignore-start lint/suspicious/noTsIgnore: where a package is not installed, its types are `any`; where it is, there is nothing to expect.
/** @ts-ignore */
type CoreObservable<Event> = import('@babylonjs/core/Misc/observable.js').Observable<Event>;
/** @ts-ignore */
type CoreTouch = import('@babylonjs/core/Physics/v2/IPhysicsEnginePlugin.js').IPhysicsCollisionEvent;
/** @ts-ignore */
type CorePair = import('@babylonjs/core/Physics/v2/IPhysicsEnginePlugin.js').IBasePhysicsCollisionEvent;
/** @ts-ignore */
type WholeObservable<Event> = import('babylonjs').Observable<Event>;
/** @ts-ignore */
type WholeTouch = import('babylonjs').IPhysicsCollisionEvent;
/** @ts-ignore */
type WholePair = import('babylonjs').IBasePhysicsCollisionEvent;
// biome-ignore-end lint/suspicious/noTsIgnore: as above.

/** No number is an Observable, and all is `any`. */
type Installed<Core, Whole> = { it: 0 } extends { it: Core } ? Whole : Core;

/** Babylon's Observable of its IPhysicsCollisionEvent: of `@babylonjs/core`, or of `babylonjs` where that alone is installed. */
export type Touches = Installed<CoreObservable<CoreTouch>, WholeObservable<WholeTouch>>;

/** Babylon's Observable of its IBasePhysicsCollisionEvent. */
export type Pairs = Installed<CoreObservable<CorePair>, WholeObservable<WholePair>>;
