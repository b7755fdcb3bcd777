import { describe, expect, test } from 'vitest';
import {
  nameOf,
  OURS,
  type PhysicsBody,
  type PhysicsMaterial,
  PhysicsMotionType,
  PhysicsShapeContainer,
  PLUGINS,
  Quaternion,
  type Stage,
  stageForEach,
  Vector3,
} from '../support/babylon-physics.js';

const { STATIC, ANIMATED, DYNAMIC } = PhysicsMotionType;
/** As in Babylon's PhysicsMaterialCombineMode: of two the later one counts. */
const RULES: readonly ((a: number, b: number) => number)[] = [
  (a, b) => Math.sqrt(a * b),
  (a, b) => Math.min(a, b),
  (a, b) => Math.max(a, b),
  (a, b) => (a + b) / 2,
  (a, b) => a * b,
];
const MINIMUM = 1;
const MAXIMUM = 2;
const MODES = [undefined, 0, 1, 2, 3, 4] as const;
const PAIRS = MODES.flatMap((a) => MODES.map((b) => [a, b] as const));

describe.each(PLUGINS)('%s', (name) => {
  const on = stageForEach(name);

  /** Pairs of a slab and a crate on it, side by side; each crate comes with `speed`. */
  function crates(of: (i: number) => readonly [PhysicsMaterial, PhysicsMaterial], y: number, speed: Vector3) {
    return PAIRS.map((_, i) => {
      const [own, under] = of(i);
      const slab = on.stage.body(`slab ${i}`, on.stage.box(6, 1, 1), [0, -0.5, 3 * i], STATIC);
      const crate = on.stage.body(`crate ${i}`, on.stage.box(0.5), [0, y, 3 * i]);
      if (slab.shape) slab.shape.material = under;
      if (crate.shape) crate.shape.material = own;
      crate.setLinearVelocity(speed);
      return crate;
    });
  }

  const mode = (key: 'frictionCombine' | 'restitutionCombine', value: number | undefined) =>
    value === undefined ? {} : { [key]: value };

  test('frictions are combined as both say: the later mode counts, and nothing said is the minimum', () => {
    const moving = crates(
      (i) => [
        { friction: 0.9, restitution: 0, ...mode('frictionCombine', PAIRS[i][0]) },
        { friction: 0.1, restitution: 0, ...mode('frictionCombine', PAIRS[i][1]) },
      ],
      0.2505,
      new Vector3(2, 0, 0),
    );
    on.stage.step(12);
    moving.forEach((crate, i) => {
      const rule = RULES[Math.max(PAIRS[i][0] ?? MINIMUM, PAIRS[i][1] ?? MINIMUM)];
      const friction = (2 - crate.getLinearVelocity().x) / (9.81 * 0.2);
      // Havok's is a twelfth less.
      expect(Math.abs(friction - rule(0.9, 0.1)), `${PAIRS[i]}`).toBeLessThan(0.09 * rule(0.9, 0.1) + 0.01);
    });
  });

  test('restitutions are combined as both say: the later mode counts, and nothing said is the maximum', () => {
    const falling = crates(
      (i) => [
        { friction: 0, restitution: 0.8, ...mode('restitutionCombine', PAIRS[i][0]) },
        { friction: 0, restitution: 0.4, ...mode('restitutionCombine', PAIRS[i][1]) },
      ],
      1,
      new Vector3(0, -5, 0),
    );
    const most = falling.map(() => -9);
    const least = falling.map(() => 9);
    for (let k = 0; k < 20; k++) {
      on.stage.step();
      falling.forEach((crate, i) => {
        most[i] = Math.max(most[i], crate.getLinearVelocity().y);
        least[i] = Math.min(least[i], crate.getLinearVelocity().y);
      });
    }
    falling.forEach((_, i) => {
      const rule = RULES[Math.max(PAIRS[i][0] ?? MAXIMUM, PAIRS[i][1] ?? MAXIMUM)];
      expect(most[i] / -least[i], `${PAIRS[i]}`).toBeCloseTo(rule(0.8, 0.4), 1);
    });
  });

  test('a material that says little is read as the whole that it is', () => {
    const shape = on.stage.ball();
    shape.material = { restitution: 0.25 };
    const { friction, staticFriction, restitution, frictionCombine, restitutionCombine } =
      on.stage.plugin.getMaterial(shape);
    expect([friction, staticFriction, restitution, frictionCombine, restitutionCombine]).toEqual([
      0.5,
      0.5,
      0.25,
      MINIMUM,
      MAXIMUM,
    ]);
  });

  test('masks have all bits unless they are set, and are read as they were', () => {
    const shape = on.stage.ball();
    expect([shape.filterMembershipMask, shape.filterCollideMask]).toEqual([-1, -1]);
    for (const mask of [5, 0, -1, 0x40000000]) {
      shape.filterMembershipMask = mask;
      shape.filterCollideMask = mask;
      expect([shape.filterMembershipMask, shape.filterCollideMask]).toEqual([mask, mask]);
    }
    shape.filterMembershipMask = 0xffffffff;
    expect(shape.filterMembershipMask).toBe(-1);
  });

  /** A container of two crates, at -2 and 2, held or not, and a ball over each. */
  function twins(
    motion: PhysicsMotionType,
    set: (a: ReturnType<Stage['box']>, b: ReturnType<Stage['box']>, whole: PhysicsShapeContainer) => void,
  ) {
    const whole = new PhysicsShapeContainer(on.stage.scene);
    const [a, b] = [on.stage.box(), on.stage.box()];
    whole.addChild(a, new Vector3(-2, 0, 0));
    whole.addChild(b, new Vector3(2, 0, 0));
    const body = on.stage.body('twins', whole, [0, 0, 0], motion);
    set(a, b, whole);
    return { a, b, whole, body };
  }

  const balls = (set: (shape: ReturnType<Stage['ball']>) => void) =>
    [-2, 2].map((x) => {
      const shape = on.stage.ball(0.25);
      const body = on.stage.body(`ball ${x}`, shape, [x, 1.2, 0]);
      set(shape);
      return body;
    });

  const heldOnes = (bodies: PhysicsBody[]) => {
    on.stage.step(60);
    return bodies.filter(({ transformNode }) => transformNode.position.y > 0).map(nameOf);
  };

  test.each([
    ['membership of one child', STATIC, 'filterMembershipMask', ['ball 2']],
    ['membership of one child', ANIMATED, 'filterMembershipMask', ['ball 2']],
    ['collide mask of one child', STATIC, 'filterCollideMask', ['ball 2']],
    ['collide mask of one child', ANIMATED, 'filterCollideMask', ['ball 2']],
  ] as const)('the %s counts for that child (motion type %i)', (_, motion, mask, held) => {
    twins(motion, (a) => {
      a[mask] = 2;
    });
    const other = mask === 'filterMembershipMask' ? 'filterCollideMask' : 'filterMembershipMask';
    expect(
      heldOnes(
        balls((shape) => {
          shape[other] = 1;
        }),
      ),
    ).toEqual(held);
  });

  test('masks, material and trigger of a container itself say nothing', () => {
    twins(STATIC, (_, __, whole) => {
      whole.filterMembershipMask = 2;
      whole.filterCollideMask = 2;
      whole.isTrigger = true;
    });
    expect(
      heldOnes(
        balls((shape) => {
          shape.filterCollideMask = 1;
          shape.filterMembershipMask = 1;
        }),
      ),
    ).toEqual(['ball -2', 'ball 2']);
  });

  test('masks of children are heard later, too, and through a container in a container', () => {
    const { whole, a } = twins(STATIC, () => {});
    const outer = new PhysicsShapeContainer(on.stage.scene);
    outer.addChild(whole, new Vector3(0, 0, 5), Quaternion.RotationAxis(Vector3.Up(), Math.PI));
    on.stage.body('outer', outer, [0, 0, 0], STATIC);
    const near = balls((shape) => {
      shape.filterCollideMask = 1;
    });
    const far = [-2, 2].map((x) => {
      const shape = on.stage.ball(0.25);
      shape.filterCollideMask = 1;
      return on.stage.body(`far ${x}`, shape, [x, 1.2, 5]);
    });
    on.stage.step(2);
    a.filterMembershipMask = 2;
    expect(heldOnes([...near, ...far])).toEqual(['ball 2', 'far -2']);
  });

  test('masks that all children of a falling container have decide whom it meets', () => {
    const ground = on.stage.floor().shape;
    ground.filterCollideMask = 1;
    const { body } = twins(DYNAMIC, (a, b) => {
      a.filterMembershipMask = 2;
      b.filterMembershipMask = 2;
    });
    body.transformNode.position.set(0, 1, 0);
    body.disablePreStep = false;
    on.stage.step(1);
    body.disablePreStep = true;
    on.stage.step(50);
    expect(body.transformNode.position.y).toBeLessThan(-1);
  });

  test('a trigger among the children of a falling container is one, and the others carry it', () => {
    on.stage.floor();
    const told = new Set<string>();
    on.stage.plugin.onTriggerCollisionObservable.add((event) =>
      told.add(`${event.type} ${nameOf(event.collidedAgainst)}`),
    );
    const whole = new PhysicsShapeContainer(on.stage.scene);
    const low = on.stage.box(0.5);
    low.isTrigger = true;
    whole.addChild(on.stage.box());
    whole.addChild(low, new Vector3(0, -0.6, 0));
    const body = on.stage.body('whole', whole, [0, 1.5, 0]);
    on.stage.step(60);
    expect(body.transformNode.position.y).toBeCloseTo(0.5, 1);
    expect([...told]).toEqual(['TRIGGER_ENTERED floor']);
  });

  test('children of a static container have their own material', () => {
    const whole = new PhysicsShapeContainer(on.stage.scene);
    const [ice, rock] = [on.stage.box(8, 1, 1), on.stage.box(8, 1, 1)];
    ice.material = { friction: 0 };
    rock.material = { friction: 0.8 };
    whole.addChild(ice, new Vector3(0, -0.5, -2));
    whole.addChild(rock, new Vector3(0, -0.5, 2));
    on.stage.body('whole', whole, [0, 0, 0], STATIC);
    const speeds = [-2, 2].map((z) => {
      const crate = on.stage.body(`crate ${z}`, on.stage.box(0.5), [0, 0.2505, z]);
      if (crate.shape) crate.shape.material = { friction: 0.8 };
      crate.setLinearVelocity(new Vector3(2, 0, 0));
      return crate;
    });
    on.stage.step(12);
    expect(speeds[0].getLinearVelocity().x).toBeCloseTo(2, 1);
    expect(speeds[1].getLinearVelocity().x).toBeLessThan(0.9);
  });
});

describe(OURS, () => {
  const on = stageForEach(OURS);

  test('a shape without a material has what is documented', () => {
    expect(on.stage.ball().material).toEqual({
      friction: 0.5,
      staticFriction: 0.5,
      restitution: 0,
      frictionCombine: MINIMUM,
      restitutionCombine: MAXIMUM,
    });
    on.stage.body('slab', on.stage.box(20, 1, 20), [0, -0.5, 0], STATIC);
    const rough = on.stage.body('rough', on.stage.box(0.5), [0, 0.2505, 0]);
    if (rough.shape) rough.shape.material = { friction: 0.9, frictionCombine: 0 };
    rough.setLinearVelocity(new Vector3(4, 0, 0));
    on.stage.step(12);
    expect((4 - rough.getLinearVelocity().x) / (9.81 * 0.2)).toBeCloseTo(0.5, 2);
  });

  test('children of a dynamic body that others would tell apart are refused in the step, by name, until they are alike', () => {
    on.stage.floor().shape.filterCollideMask = 1;
    const whole = new PhysicsShapeContainer(on.stage.scene);
    const [a, b] = [on.stage.box(), on.stage.box()];
    whole.addChild(a, new Vector3(-2, 0, 0));
    whole.addChild(b, new Vector3(2, 0, 0));
    const body = on.stage.body('dumb-bell', whole, [0, 1, 0]);
    a.filterMembershipMask = 2;
    const refused =
      /^NOT_SUPPORTED: .* masks of single children .* "dumb-bell" meet "floor", and some do not\. Give all children/;
    expect(() => on.stage.step()).toThrow(refused);
    expect(body.transformNode.position.y).toBe(1);
    a.filterMembershipMask = -1;
    on.stage.step();
    // Nobody tells these apart.
    b.filterMembershipMask = 5;
    on.stage.step();
    a.material = { friction: 0.1 };
    expect(() => on.stage.step()).toThrow(
      /^NOT_SUPPORTED: .* materials of single children .* "dumb-bell" differ/,
    );
    b.material = { friction: 0.1 };
    on.stage.step(30);
    expect(body.transformNode.position.y).toBeLessThan(0.6);
  });
});
