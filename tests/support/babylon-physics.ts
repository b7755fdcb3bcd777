// One program under both physics plugins: Babylon's for Havok, which says what the contract is, and ours.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import {
  HavokPlugin,
  type IPhysicsEnginePluginV2,
  PhysicsAggregate,
  type PhysicsAggregateParameters,
  PhysicsBody,
  type PhysicsEngineV2,
  PhysicsMotionType,
  type PhysicsShape,
  PhysicsShapeBox,
  PhysicsShapeSphere,
  PhysicsShapeType,
} from '@babylonjs/core/Physics/index.js';
import { Scene } from '@babylonjs/core/scene.js';
import { createWorld } from 'bitecs';
import { afterEach, beforeEach } from 'vitest';
import { FirstContactPlugin } from '../../src/babylon/index.js';
import { type CollisionPlugin, createCollisionPlugin } from '../../src/index.js';

export * from '@babylonjs/core/Physics/index.js';
export { Quaternion, TransformNode, Vector3 };

Logger.LogLevels = Logger.ErrorLogLevel;

export const HAVOK = "Havok's";
export const OURS = 'ours';
export const PLUGINS = [HAVOK, OURS] as const;
export type PluginName = (typeof PLUGINS)[number];

const wasm = createRequire(import.meta.url).resolve('@babylonjs/havok/lib/esm/HavokPhysics.wasm');
const makeHavok = (await import('@babylonjs/havok')).default;
const havok = await makeHavok({ wasmBinary: readFileSync(wasm).buffer as ArrayBuffer });

/** A scene with physics. */
export class Stage {
  readonly scene: Scene;
  readonly plugin: IPhysicsEnginePluginV2;
  /** The collision plugin under ours. */
  readonly collision: CollisionPlugin | undefined;

  constructor(plugin: IPhysicsEnginePluginV2, collision?: CollisionPlugin) {
    this.plugin = plugin;
    this.collision = collision;
    this.scene = new Scene(new NullEngine());
    this.scene.enablePhysics(new Vector3(0, -9.81, 0), plugin);
  }

  get engine(): PhysicsEngineV2 {
    return this.scene.getPhysicsEngine() as PhysicsEngineV2;
  }

  step(count = 1, seconds = 1 / 60): void {
    for (let i = 0; i < count; i++) this.engine._step(seconds);
  }

  weightless(): void {
    this.engine.setGravity(Vector3.Zero());
  }

  node(name: string, at: readonly [number, number, number] = [0, 0, 0]): TransformNode {
    const node = new TransformNode(name, this.scene);
    node.position.set(...at);
    return node;
  }

  body(
    name: string,
    shape: PhysicsShape | undefined,
    at: readonly [number, number, number] = [0, 0, 0],
    motion = PhysicsMotionType.DYNAMIC,
    startAsleep = false,
  ): PhysicsBody {
    const body = new PhysicsBody(this.node(name, at), motion, startAsleep, this.scene);
    if (shape) body.shape = shape;
    return body;
  }

  ball(radius = 0.5): PhysicsShapeSphere {
    return new PhysicsShapeSphere(Vector3.Zero(), radius, this.scene);
  }

  box(x = 1, y = x, z = x): PhysicsShapeBox {
    return new PhysicsShapeBox(Vector3.Zero(), Quaternion.Identity(), new Vector3(x, y, z), this.scene);
  }

  /** Its top is at 0. */
  floor(options: Partial<PhysicsAggregateParameters> = {}): PhysicsAggregate {
    const mesh = CreateBox('floor', { width: 40, height: 1, depth: 40 }, this.scene);
    mesh.position.y = -0.5;
    return new PhysicsAggregate(
      mesh,
      PhysicsShapeType.BOX,
      { mass: 0, restitution: 0, ...options },
      this.scene,
    );
  }

  close(): void {
    this.scene.dispose();
    this.collision?.dispose();
  }
}

/** A stage of its own for each test of the block that this is called in. */
export function stageForEach(name: PluginName): { readonly stage: Stage } {
  const on = {} as { stage: Stage };
  beforeEach(async () => {
    on.stage = await openStage(name);
  });
  afterEach(() => on.stage.close());
  return on;
}

async function openStage(name: PluginName): Promise<Stage> {
  if (name === HAVOK) return new Stage(new HavokPlugin(true, havok));
  const collision = await createCollisionPlugin(createWorld());
  return new Stage(new FirstContactPlugin(collision), collision);
}

/** Numbers as they are compared: Havok's are f32, and its steps are others. */
export function rounded(vector: { asArray(): number[] } | undefined, digits = 2): number[] {
  return (vector?.asArray() ?? []).map((value) => Number(value.toFixed(digits)) + 0);
}

export const nameOf = (body: PhysicsBody): string => body.transformNode.name;
