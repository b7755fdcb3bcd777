import { existsSync, readFileSync } from 'node:fs';

/** What the table compares with, or runs in: packages of `bench/` and of the repository. */
const PEERS = [
  '@dimforge/rapier3d-compat',
  'jolt-physics',
  '@babylonjs/havok',
  'physx-js-webidl',
  'cannon-es',
  'three',
  'three-mesh-bvh',
  'bitecs',
  '@babylonjs/core',
  'webgpu',
];

/** Versions as they are installed, from each package's own package.json. */
export function installedPeers(root: string): string {
  return PEERS.map((name) => `${name} ${versionOf(root, name) ?? 'not installed'}`).join(', ');
}

function versionOf(root: string, name: string): string | undefined {
  const file = ['bench/node_modules', 'node_modules']
    .map((folder) => `${root}/${folder}/${name}/package.json`)
    .find((path) => existsSync(path));
  return file && (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
