// Data flows one way: components <- systems -> kernels. The leaves (rapier, gpu, babylon) are handed in.
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

/** Names types of packages that a user may have or not; nothing of it is there at run time. */
const TYPES_OF_BABYLON = '^src/babylon/physics/observable-types\\.ts$';

module.exports = {
  forbidden: [
    forbid('no-cycles', {}, { circular: true }, 'Two files that need each other are one idea in two places.'),
    forbid(
      'kernels-import-nothing-outside',
      { path: '^src/kernels' },
      { pathNot: '^src/kernels' },
      'Kernels know no entity and no world.',
    ),
    forbid(
      'only-layout-is-shared',
      { path: '^src', pathNot: '^src/kernels' },
      { path: '^src/kernels', pathNot: '^src/kernels/layout/' },
      'The kernels are compiled to WebAssembly; only the layout constants are read by both compilers.',
    ),
    forbid(
      'components-import-nothing',
      { path: '^src/components' },
      { pathNot: '^src/components' },
      'Components are data.',
    ),
    forbid(
      'below-the-systems-is-no-ecs',
      { path: '^src/(cloth|crew|mesh|memory|proximity|search|visibility|rigid|geometry)' },
      { path: '^src/(components|systems|plugin|rapier|gpu|babylon)|^bitecs' },
      'Load-time code, memory, what drives the kernels, and the geometry face work without an ECS.',
    ),
    forbid(
      'meshes-below-searches',
      { path: '^src/(memory|mesh)' },
      { path: '^src/(cloth|crew|search|visibility|rigid)' },
      'A mesh does not know who searches it.',
    ),
    forbid(
      'memory-at-the-bottom',
      { path: '^src/memory' },
      { path: '^src/mesh' },
      'Blocks do not know what is in them.',
    ),
    forbid(
      'geometry-is-a-face',
      { pathNot: '^src/geometry', path: '^src' },
      { path: '^src/geometry' },
      'What the ECS-free face and the systems share lies below both.',
    ),
    forbid(
      'leaves-are-handed-in',
      { path: '^src', pathNot: '^src/(rapier|gpu|babylon)' },
      { path: '^src/(rapier|gpu|babylon)' },
      'The core neither imports nor ships a leaf.',
    ),
    forbid(
      'no-engine-at-run-time',
      { path: '^src', pathNot: TYPES_OF_BABYLON },
      { path: 'node_modules/(@dimforge|babylonjs|@babylonjs)', dependencyTypesNot: ['type-only'] },
      'Rapier and Babylon are arguments, never imports.',
    ),
    forbid(
      'systems-do-not-know-the-plugin',
      { path: '^src/systems' },
      { path: '^src/(plugin|index)' },
      'Systems are handed what they need.',
    ),
    forbid(
      'queries-only-ask',
      { path: '^src/queries' },
      { path: '^src/(cloth|search|visibility|plugin|index)' },
      'Queries look at colliders between steps: they need shapes, trees and columns, and no stage needs them.',
    ),
    forbid(
      'no-stage-asks',
      { path: '^src/(systems|crew|rigid|search|cloth|visibility|geometry)' },
      { path: '^src/queries' },
      'Queries are asked by users, between steps.',
    ),
    forbid(
      'src-stands-alone',
      { path: '^src' },
      { path: '^(scenes|tools|bench|tests|demos)' },
      'The package does not need its own tests.',
    ),
    forbid(
      'oracles-share-no-code',
      { path: '^tests/oracle/exact' },
      { path: '^src' },
      'An oracle that calls the kernel agrees with it.',
    ),
    forbid(
      'no-undeclared-packages',
      { path: '^src', pathNot: TYPES_OF_BABYLON },
      // A peer is a development dependency as well: the tests need it.
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'unknown'], dependencyTypesNot: ['npm-peer'] },
      'Peers only.',
    ),
    // Programs for other bundlers have a package of their own, which nobody needs to have installed.
    forbid(
      'nothing-unresolvable',
      { pathNot: '^tests/package/bundlers' },
      { couldNotResolve: true },
      'An import that leads nowhere.',
    ),
    forbid(
      'no-orphans',
      {
        orphan: true,
        path: '^src',
        pathNot: '^src/(index|.*/index)\\.ts$',
      },
      {},
      'A file nobody imports is dead code.',
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
