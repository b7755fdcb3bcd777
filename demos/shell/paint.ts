// Colours: which material something gets, and which shade of it a body among many.

import { type CollisionPlugin, MOTION_DYNAMIC } from 'first-contact';
import {
  Color3,
  Color4,
  FresnelParameters,
  type Material,
  type Mesh,
  type Scene,
  StandardMaterial,
} from './babylon.js';
import type { Stage } from './babylon-stage.js';
import { drawGround } from './ground.js';
import { studio } from './studio.js';

/** Readable on light and on dark, and told apart by who does not see red and green. */
const PALETTE = ['#e8744a', '#4c9be8', '#f2b632', '#63b598', '#a583d6', '#e5789c', '#8fae3c', '#5fc3d6'].map(
  (hex) => Color3.FromHexString(hex),
);
export const STILL = Color3.FromHexString('#adb1bc');
const CLOTHS = ['#e0653a', '#3f86d8', '#d9a520', '#4fa585', '#9470cc'].map((hex) =>
  Color3.FromHexString(hex),
);

const given = new Map<number, number | Color3>();
const glassy = new Set<number>();
const grounds = new Map<number, Ground>();

/** Seen through, and not picked: walls around what there is to see. */
export function glaze(entity: number): void {
  glassy.add(entity);
}

export const isGlass = (entity: number): boolean => glassy.has(entity);

interface Ground {
  readonly height: number;
  readonly radius: number;
}

/** Drawn as a floor that fades out, at the height of its upper side. */
export function asGround(entity: number, height: number, radius: number): void {
  glaze(entity);
  grounds.set(entity, { height, radius });
}

/** Gives an entity's mesh its looks: a material, a shadow. */
export function dress(plugin: CollisionPlugin, stage: Stage, mesh: Mesh, entity: number): void {
  mesh.material = materialFor(plugin, stage.scene, entity);
  const ground = grounds.get(entity);
  if (ground) drawGround(mesh, stage.scene, ground.height, ground.radius);
  else if (isGlass(entity)) drawRim(mesh);
  else stage.shade(mesh);
}

/** The edges of a pane: glass alone can hardly be seen. */
function drawRim(mesh: Mesh): void {
  mesh.enableEdgesRendering();
  mesh.edgesWidth = 2;
  mesh.edgesColor = Color4.FromColor3(STILL, 0.55);
}

/** Forgets what was said of entities that are gone. */
export function unpaint(): void {
  given.clear();
  glassy.clear();
  grounds.clear();
}

/** Gives an entity a colour: the palette's with that number, or any in #rrggbb; without it, colours go round. */
export function paint(entity: number, colour: number | string): void {
  given.set(entity, typeof colour === 'string' ? Color3.FromHexString(colour) : colour);
}

/** The palette's colour with that number. */
export function colourNumbered(number: number): Color3 {
  return PALETTE[number % PALETTE.length];
}

/** The colour of cloths with that number. */
export function clothNumbered(number: number): Color3 {
  return CLOTHS[number % CLOTHS.length];
}

function chosen(entity: number, palette: readonly Color3[]): Color3 {
  const colour = given.get(entity) ?? entity;
  return typeof colour === 'number' ? palette[colour % palette.length] : colour;
}

export function colourOf(
  { components }: CollisionPlugin,
  entity: number,
  out: Float32Array,
  at: number,
): void {
  const { motion, asleep } = components.RigidBody;
  const isMoved = motion[entity] === MOTION_DYNAMIC || given.has(entity);
  const colour = isMoved ? chosen(entity, PALETTE) : STILL;
  const shade = asleep[entity] === 1 ? 0.75 : 1;
  out[at] = colour.r * shade;
  out[at + 1] = colour.g * shade;
  out[at + 2] = colour.b * shade;
  out[at + 3] = 1;
}

/** Mirrors its surroundings, the more the flatter one looks at it: lacquer. White, for colours of instances to tint. */
export function glazedMaterial(scene: Scene): StandardMaterial {
  const material = new StandardMaterial('glazed', scene);
  material.diffuseColor = Color3.White();
  material.specularColor = new Color3(0.3, 0.3, 0.3);
  material.specularPower = 90;
  material.reflectionTexture = studio(scene);
  material.reflectionFresnelParameters = new FresnelParameters({
    leftColor: new Color3(0.55, 0.55, 0.55),
    rightColor: new Color3(0.07, 0.07, 0.07),
    bias: 0.05,
    power: 2.4,
  });
  return material;
}

/** Without gloss, and brighter where one looks along it, as fibres are. Seen from both sides. */
export function wovenMaterial(scene: Scene, colour: Color3): StandardMaterial {
  const material = new StandardMaterial('woven', scene);
  material.diffuseColor = colour.clone();
  material.specularColor = new Color3(0.07, 0.07, 0.07);
  material.specularPower = 24;
  material.emissiveColor = Color3.White();
  material.emissiveFresnelParameters = new FresnelParameters({
    leftColor: new Color3(0.16, 0.16, 0.16),
    rightColor: Color3.Black(),
    power: 3,
  });
  seeBothSides(material);
  return material;
}

function seeBothSides(material: StandardMaterial): void {
  material.backFaceCulling = false;
  material.twoSidedLighting = true;
}

function materialFor(plugin: CollisionPlugin, scene: Scene, entity: number): Material {
  const { Bvh, MeshTopology } = plugin.components;
  const isCloth = Bvh.nodes[entity] !== 0;
  const isOpen = plugin.meshFacts(MeshTopology.mesh[entity]).solid.volume === 0;
  const material = isCloth ? wovenMaterial(scene, chosen(entity, CLOTHS)) : glazedMaterial(scene);
  if (isGlass(entity)) material.alpha = 0.07;
  if (isOpen) seeBothSides(material);
  return material;
}
